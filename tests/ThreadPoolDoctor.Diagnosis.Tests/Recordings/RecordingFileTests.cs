using System.IO.Compression;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Recordings.Files;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Diagnosis.Tests.Hostile;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Diagnosis.Tests.Recordings;

/// <summary>
/// A recording tells the same after it was a file, and whatever else is in a file is refused in one clause.
/// </summary>
public class RecordingFileTests
{
    private const long MostAllocated = 512L << 20;

    [Fact]
    public void A_recording_gets_the_same_report_from_its_file()
    {
        Recording recording = Starving().Record();

        Recording read = Read(Write(recording));

        Report(read).ShouldBe(Report(recording));
    }

    [Fact]
    public void Every_property_of_a_recording_comes_back()
    {
        Recording whole = Full();
        foreach (PropertyInfo property in typeof(Recording).GetProperties().Where(property => property.Name != nameof(Recording.IsOfBundledPool)))
        {
            object? value = property.GetValue(whole);
            value.ShouldNotBeNull(property.Name);
            if (value is System.Collections.ICollection list) list.Count.ShouldBeGreaterThan(0, property.Name);
        }

        Recording read = Read(Write(whole));

        JsonSerializer.Serialize(read).ShouldBe(JsonSerializer.Serialize(whole));
    }

    [Fact]
    public void Equal_stacks_are_one_object_again()
    {
        Recording read = Read(Write(Starving().Record()));

        read.Snapshots.SelectMany(snapshot => snapshot.Threads).Select(thread => thread.Stack).Distinct(ReferenceEqualityComparer.Instance)
            .Count().ShouldBe(2);
    }

    [Fact]
    public void What_is_too_much_for_a_file_is_left_out_and_said()
    {
        Recording recording = Starving().Record();
        StackSnapshot moment = recording.Snapshots[0];
        List<ThreadStack> many = [.. Enumerable.Range(1, RecordingLimits.ThreadStacks / 2).Select(id => moment.Threads[0] with { OsId = id })];

        Recording read = Read(Write(recording with { Snapshots = [new(0, many), new(1, many), new(2, many)] }));

        read.Snapshots.Select(snapshot => snapshot.At).ShouldBe([1, 2]);
        read.Unseen.ShouldContain(sentence => sentence.Contains("no room", StringComparison.Ordinal));
    }

    [Fact]
    public void Properties_of_later_versions_are_passed_over()
    {
        Recording recording = Starving().Record();
        JsonObject document = (JsonObject)JsonNode.Parse(Inflate(Write(recording)))!;
        document["moods"] = new JsonArray(1, new JsonObject { ["a"] = new JsonArray() });
        document["process"]!["mood"] = "fine";
        foreach (JsonNode? tick in (JsonArray)document["ticks"]!) ((JsonArray)tick!).Add(new JsonArray(1, 2));

        Report(Read(Deflate(document.ToJsonString()))).ShouldBe(Report(recording));
    }

    [Theory]
    [InlineData("", "damaged")]
    [InlineData("{}", "which process")]
    [InlineData("[]", "damaged")]
    [InlineData("null", "damaged")]
    [InlineData("""{"schema":"tpdoctor/1"}""", "no recording")]
    [InlineData("""{"process":{},"schema":"tpdoctor-recording/1"}""", "does not tell the id")]
    [InlineData("""{"schema":"tpdoctor-recording/2","process":{}}""", "another version")]
    [InlineData("""{"schema":"tpdoctor-recording/1"}""", "process")]
    [InlineData("""{"schema":"tpdoctor-recording/1","ticks":[[1,2,3]]}""", "damaged")]
    [InlineData("""{"schema":"tpdoctor-recording/1","ticks":{}}""", "damaged")]
    [InlineData("""{"schema":"tpdoctor-recording/1","lockWaits":[[0.5,1,-1,2]]}""", "damaged")]
    [InlineData("""{"schema":"tpdoctor-recording/1","censuses":[{"at":1,"threads":[[7,0,0,true,0,0],[7,0,0,true,0,0]]}]}""", "one thread twice")]
    [InlineData("""{"schema":"tpdoctor-recording/1","snapshots":[{"at":1,"threads":[[7,0,false],[7,0,false]]}]}""", "one thread twice")]
    public void What_is_none_is_refused_in_a_clause(string document, string clause)
    {
        InvalidDataException refused = Should.Throw<InvalidDataException>(() => Read(Deflate(document)));

        refused.Message.ShouldContain(clause);
        refused.Message.ShouldNotContain("\n");
    }

    [Theory]
    [InlineData("""[[0,0]]""")] // its own caller
    [InlineData("""[[0,-1],[0,2],[0,1]]""")] // in a ring
    [InlineData("""[[7,-1]]""")] // a frame that is not there
    [InlineData("""[]""")] // a call that is not there
    public void Stacks_that_do_not_fit_together_are_refused(string calls)
    {
        JsonObject document = (JsonObject)JsonNode.Parse(Inflate(Write(Starving().Record())))!;
        document["calls"] = JsonNode.Parse(calls);
        document["snapshots"] = JsonNode.Parse("""[{"at":1,"threads":[[1,0,false],[2,1,false]]}]""");

        Should.Throw<InvalidDataException>(() => Read(Deflate(document.ToJsonString())));
    }

    [Fact]
    public void A_small_file_that_inflates_without_end_is_refused_within_bounds()
    {
        byte[] endless = Deflate("[" + new string('[', RecordingFile.LargestDocument + 1000));
        endless.Length.ShouldBeLessThan(RecordingFile.LargestDocument / 50);
        long before = GC.GetAllocatedBytesForCurrentThread();

        Should.Throw<InvalidDataException>(() => Read(endless)).Message.ShouldContain("larger");

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(MostAllocated);
    }

    [Theory]
    [InlineData("\"ticks\":[", "[1,1,1,1,1,1],")]
    [InlineData("\"calls\":[", "[0,-1],")]
    [InlineData("\"frames\":[", """{"assembly":"","type":"","method":"","signature":"","name":""},""")]
    [InlineData("\"unseen\":[", "\"\",")]
    [InlineData("\"snapshots\":[", """{"at":1,"threads":[]},""")]
    [InlineData("\"later\":[", "[],")]
    [InlineData("\"process\":{\"x\":[", "[],")]
    public void No_list_takes_more_memory_than_a_look_does(string beginning, string item)
    {
        StringBuilder document = new("""{"schema":"tpdoctor-recording/1",""" + beginning);
        while (document.Length < RecordingFile.LargestDocument - 1000) document.Append(item);
        byte[] file = Deflate(document.ToString());
        long before = GC.GetAllocatedBytesForCurrentThread();

        Should.Throw<InvalidDataException>(() => Read(file));

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(MostAllocated);
    }

    [Fact]
    public void Whatever_a_process_told_of_itself_can_be_kept() => Fuzzing.Run(100, random =>
    {
        Recording recording = new HostileRecording(random).Next();

        Recording read = Read(Write(recording));

        // Characters that are no text are told as such; all else is the same.
        Report(Read(Write(read))).ShouldBe(Report(read));
        Labels.Of(Doctor.Diagnose(read).Verdict).ShouldBe(Labels.Of(Doctor.Diagnose(recording).Verdict));
    });

    [Fact]
    public void A_tampered_file_is_read_or_refused_and_nothing_else()
    {
        byte[] document = Encoding.UTF8.GetBytes(Inflate(Write(Full())));
        byte[] file = Write(Full());
        Fuzzing.Run(400, random =>
        {
            byte[] tampered = random.Next(4) == 0 ? Tamper(random, file) : Deflate(Tamper(random, document));
            try
            {
                TextReport.Plain(Doctor.Diagnose(Read(tampered))).ShouldNotBeEmpty();
            }
            catch (InvalidDataException refused)
            {
                refused.Message.ShouldNotBeNullOrWhiteSpace();
            }
        });
    }

    private static byte[] Tamper(Random random, byte[] whole)
    {
        byte[] bytes = [.. whole];
        int from = random.Next(bytes.Length);
        switch (random.Next(5))
        {
            case 0:
                return bytes[..from];
            case 1:
                int length = Math.Min(random.Next(1, 1_000), bytes.Length - from);
                return [.. bytes[..from], .. bytes[from..(from + length)], .. bytes[from..]];
            case 2:
                for (int i = random.Next(1, 8); i > 0; i--) bytes[random.Next(bytes.Length)] = (byte)"0123456789-e.,[]{}\"tfn"[random.Next(22)];
                return bytes;
            case 3:
                // A number becomes another one: the rows still are rows.
                for (int i = from; i < bytes.Length && i < from + 400; i++)
                {
                    if (char.IsAsciiDigit((char)bytes[i])) bytes[i] = (byte)random.Next('0', '9' + 1);
                }
                return bytes;
            default:
                random.NextBytes(bytes.AsSpan(from, Math.Min(random.Next(1, 64), bytes.Length - from)));
                return bytes;
        }
    }

    private static Case Starving() => new Case().Workers(3, Case.Sleeping).Workers(1, Case.Idle).Queue(4, 10, 30, 60);

    private static Recording Full()
    {
        Frame frame = Case.User("Run") with
        {
            CalledHere = "A.B",
            CallsNearby = "A.B C.D",
            IsBelowUnnamed = true,
            Waits = new() { Lock = "Shop.s_gate", LockIsStatic = true, Held = "A.b\nC.d", TaskOf = "A.B()", CompletedBy = "E.F" },
            IsPackage = true,
            Approximate = true,
        };
        Recording recording = Starving().Record();
        return recording with
        {
            Process = recording.Process with { MinWorkers = 2, MaxWorkers = 900, BundledPool = true, ProcessorLimit = 0.5 },
            Snapshots = [.. recording.Snapshots, new(2.5, [new(7, [frame, .. Case.Sleeping], Cut: true), new(8, [])])],
            UncertainCallers = [new("System.Threading.Thread.Sleep(int)", ["Shop.A", "Shop.B"])],
            Adjustments = [new(0.1, 3, AdjustmentReason.Starvation)],
            LockWaits = [new(0.2, 100, ulong.MaxValue, -1)],
            Timers = [new(0.3, 1.9)],
            QueuedItems = [new(0.4, 1.6, true), new(0.5, 3, false)],
            Queuers = [new([frame, .. Case.Sleeping], 7)],
            WaitRegistrations = [frame],
            InlinedWork = frame,
            Requests = new(2.4, 61, 12, [new("GET", "/orders/{id}", 3, 1, 1.25, 2.1)]),
            Throttling = new(50, 7),
            Governor = new(3, 5, 2, Case.Start.AddSeconds(-9)),
            BundledPool = new([new(1, 4, 7, 2.5, 0.25, 1)], 3, new(1, 2, 3)),
            Unseen = ["stacks: some."],
        };
    }

    private static string Report(Recording recording) => JsonReport.Write(Doctor.Diagnose(recording), "1.0.0");

    private static byte[] Write(Recording recording)
    {
        using MemoryStream file = new();
        RecordingFile.Write(file, recording, "1.0.0");
        return file.ToArray();
    }

    private static Recording Read(byte[] file) => RecordingFile.Read(new MemoryStream(file));

    private static string Inflate(byte[] file)
    {
        using GZipStream stream = new(new MemoryStream(file), CompressionMode.Decompress);
        return new StreamReader(stream).ReadToEnd();
    }

    private static byte[] Deflate(string document) => Deflate(Encoding.UTF8.GetBytes(document));

    private static byte[] Deflate(byte[] document)
    {
        using MemoryStream file = new();
        using (GZipStream stream = new(file, CompressionLevel.Fastest, leaveOpen: true)) stream.Write(document);
        return file.ToArray();
    }
}
