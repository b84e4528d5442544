using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tests;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Recorded;
using ThreadPoolDoctor.Tool.Collection.Symbols;
using ThreadPoolDoctor.Tool.Tests.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>A real stream of events that somebody tampered with: cut short, repeated, with other bytes in it.</summary>
public class HostileStreamTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    // The tool's heap has a limit, and that of these tests, too (runtimeconfig.template.json): an array as long as a
    // broken number says is refused.
    private const long MostAllocated = 1L << 30;
    private const long ThreadingKeyword = 0x10000;

    private static readonly Lazy<byte[]> s_whole = new(Record);

    [Fact]
    public void A_broken_stream_ends_within_bounds_and_what_was_read_of_it_can_be_told()
    {
        byte[] whole = s_whole.Value;
        Read(whole).Stacks.ShouldBeGreaterThan(0, "The untouched stream must be one that the reader understands.");

        Fuzzing.Run(40, random => Read(Break(random, whole)));
    }

    [Fact]
    public void A_broken_trace_is_a_recording_or_one_sentence()
    {
        Recording untouched = TraceFile.Read(new MemoryStream(s_whole.Value), "it", CancellationToken.None);
        untouched.Snapshots.ShouldNotBeEmpty();
        untouched.Process.Processors.ShouldBe(Environment.ProcessorCount);
        untouched.Process.Runtime.ShouldStartWith(Environment.Version.Major + ".");

        Fuzzing.Run(40, random =>
        {
            try
            {
                Doctor.Diagnose(TraceFile.Read(new MemoryStream(Break(random, s_whole.Value)), "it", CancellationToken.None)).Unseen.ShouldNotBeEmpty();
            }
            catch (ExpectedTrouble trouble)
            {
                trouble.Message.ShouldNotBeNullOrWhiteSpace();
            }
        });
    }

    /// <summary>
    /// Reads it as a session does: what the reader throws ends the session; what is made of it then must not fail.
    /// </summary>
    private static (int Stacks, int Methods) Read(byte[] stream)
    {
        (int, int) read = default;
        Exception? trouble = null;
        long allocated = 0;
        Thread reader = new(() =>
        {
            Clock clock = new();
            FrameResolver resolver = new(null);
            HashSet<int> stacks = [];
            try
            {
                using EventPipeEventSource source = new(new MemoryStream(stream));
                new WatchListener(clock, processors: 2).Listen(source);
                resolver.Listen(source);
                source.Dynamic.All += data => stacks.Add(resolver.StackOf(data));
                source.Process();
            }
            catch (Exception)
            {
                // Whatever it is, the session is over, as LiveSession has it; what was read until then counts.
            }
            try
            {
                foreach (int stack in stacks) resolver.Resolve(stack);
                read = (stacks.Count(stack => stack >= 0), resolver.Methods);
            }
            catch (Exception failed)
            {
                trouble = failed;
            }
            allocated = GC.GetAllocatedBytesForCurrentThread();
        });
        reader.Start();
        reader.Join(s_limit).ShouldBeTrue("It must end.");
        if (trouble is not null) throw trouble;
        allocated.ShouldBeLessThan(MostAllocated);
        return read;
    }

    private static byte[] Break(Random random, byte[] whole)
    {
        byte[] bytes = [.. whole];
        switch (random.Next(4))
        {
            case 0:
                return bytes[..random.Next(bytes.Length)];
            case 1:
                int from = random.Next(bytes.Length);
                int length = Math.Min(random.Next(1, 100_000), bytes.Length - from);
                return [.. bytes[..from], .. bytes[from..(from + length)], .. bytes[from..]];
            case 2:
                // In one place, as a bug of the sender's would.
                int start = random.Next(bytes.Length);
                random.NextBytes(bytes.AsSpan(start, Math.Min(random.Next(1, 64), bytes.Length - start)));
                return bytes;
            default:
                for (int i = random.Next(1, 500); i > 0; i--) bytes[random.Next(64, bytes.Length)] = (byte)random.Next(256);
                return bytes;
        }
    }

    private static byte[] Record()
    {
        using Process subject = Process.Start(new ProcessStartInfo("dotnet", [LiveStacks.ProgramOf("Release")]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        try
        {
            subject.StandardOutput.ReadLine().ShouldBe("ready");
            using EventPipeSession session = new DiagnosticsClient(subject.Id).StartEventPipeSession(new EventPipeSessionConfiguration(
                [
                    new EventPipeProvider("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational),
                    new EventPipeProvider("System.Runtime", EventLevel.Informational, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" }),
                    new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, ThreadingKeyword),
                ],
                circularBufferSizeMB: 64, rundownKeyword: Rundown.NamesAndLines));
            MemoryStream bytes = new();
            byte[] buffer = new byte[1 << 16];
            Task? stop = null;
            for (int read; (read = session.EventStream.Read(buffer)) > 0;)
            {
                bytes.Write(buffer, 0, read);
                // A few samples, and then the names.
                if (bytes.Length > 100_000) stop ??= Task.Run(session.Stop);
            }
            return bytes.ToArray();
        }
        finally
        {
            subject.Kill();
            subject.WaitForExit();
        }
    }
}
