using System.Diagnostics.Tracing;
using System.Text.Json;
using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Patients;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// The same patient gets the same verdict, findings and lines alive, from its recording, and from a trace.
/// </summary>
public sealed class RecordingTests
{
    [Theory]
    [InlineData("requests")]
    [InlineData("web-lock")]
    [InlineData("async-load")]
    public void A_recording_tells_what_the_look_told_though_the_program_is_gone(string name)
    {
        using ScratchFolder folder = new();
        ScratchFolder program = new();
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(House.Patients)!)) File.Copy(file, Path.Combine(program.Path, Path.GetFileName(file)));
        string In(string file) => Path.Combine(folder.Path, file);
        using (Patient patient = Patient.Start(name, start => start.ArgumentList[1] = Path.Combine(program.Path, Path.GetFileName(House.Patients))))
        {
            Run attach = Run.Tool("attach", patient.Id, "--duration", "2s", "-o", In("live.txt"), "-o", In("live.json"), "--save", In("look.tpdoctor"));
            attach.ExitCode.ShouldBe(0, attach.ToString());
        }
        program.Dispose();

        Run read = Run.Tool("read", In("look.tpdoctor"), "-o", In("read.txt"), "-o", In("read.json"));

        read.ExitCode.ShouldBe(0, read.ToString());
        File.ReadAllText(In("read.txt")).ShouldBe(File.ReadAllText(In("live.txt")));
        File.ReadAllText(In("read.json")).ShouldBe(File.ReadAllText(In("live.json")));
        if (name != "requests") return;
        File.ReadAllText(In("read.txt")).ShouldContain("Requests.cs:");
        Run blocked = Run.Tool("read", In("look.tpdoctor"), "-o", In("a.folded"), "-o", In("a.speedscope.json"));
        blocked.ExitCode.ShouldBe(0, blocked.ToString());
        File.ReadAllText(In("a.folded")).ShouldContain("ThreadPoolDoctor.Patients.Requests.Load(int);System.Threading.Thread.Sleep(int)");
        Run compare = Run.Tool("compare", In("live.json"), In("look.tpdoctor"));
        compare.ExitCode.ShouldBe(0, compare.ToString());
        compare.Output.ShouldStartWith("SAME: starving before, starving after", customMessage: compare.ToString());
        compare.Output.ShouldContain("Requests.Load(int) (TPD002)", customMessage: compare.ToString());
        File.ReadAllText(In("a.speedscope.json")).ShouldContain("\"name\":\"ThreadPoolDoctor.Patients.Requests.Load(int)\"");
    }

    /// <summary>TPDOCTOR_RECORDED=all takes every patient, or it names them, separated by commas.</summary>
    public static TheoryData<string> Recorded()
    {
        string chosen = Environment.GetEnvironmentVariable("TPDOCTOR_RECORDED") ?? "two-locks";
        return [.. Expectations.All
            .Where(known => !(known.UnixOnly && OperatingSystem.IsWindows()))
            .Select(known => known.Patient)
            .Where(name => chosen == "all" || chosen.Split(',').Contains(name))];
    }

    [Theory]
    [MemberData(nameof(Recorded))]
    public async Task A_patient_tells_the_same_from_its_recording_and_gets_its_verdict_from_a_trace(string name)
    {
        using ScratchFolder folder = new();
        string In(string file) => Path.Combine(folder.Path, file);
        using (Patient patient = Patient.Start(name))
        {
            Run attach = Run.Tool("attach", patient.Id, "--duration", "3s", "-o", In("live.json"), "--save", In("look.tpdoctor"));
            attach.ExitCode.ShouldBe(0, attach.ToString());
            await TraceAsync(patient.Process.Id, In("look.nettrace"));
        }

        Run read = Run.Tool("read", In("look.tpdoctor"), "-o", In("read.json"));
        Run trace = Run.Tool("read", In("look.nettrace"), "--format", "json");

        read.ExitCode.ShouldBe(0, read.ToString());
        trace.ExitCode.ShouldBe(0, trace.ToString());
        File.ReadAllText(In("read.json")).ShouldBe(File.ReadAllText(In("live.json")));
        using JsonDocument traced = JsonDocument.Parse(trace.Output);
        string[] right = Expectations.All.Single(known => known.Patient == name).Verdicts;
        right.ShouldContain(traced.RootElement.GetProperty("verdict").GetString(), trace.ToString());
    }

    [Fact]
    public async Task A_trace_of_dotnet_trace_gets_the_verdict_and_the_line()
    {
        using ScratchFolder folder = new();
        string file = Path.Combine(folder.Path, "requests.nettrace");
        using (Patient patient = Patient.Start("requests")) await TraceAsync(patient.Process.Id, file);

        Run read = Run.Tool("read", file, "--format", "json", "--fail-on", "starving");

        read.ExitCode.ShouldBe(10, read.ToString());
        using JsonDocument report = JsonDocument.Parse(read.Output);
        report.RootElement.GetProperty("process").GetProperty("name").GetString().ShouldBe("ThreadPoolDoctor.Patients");
        JsonElement cause = report.RootElement.GetProperty("findings")[0].GetProperty("causes")[0];
        cause.GetProperty("method").GetString().ShouldBe("ThreadPoolDoctor.Patients.Requests.Load(int)");
        cause.GetProperty("file").GetString().ShouldEndWith("Requests.cs");
        report.RootElement.GetProperty("unseen").EnumerateArray().ShouldContain(sentence => sentence.GetString()!.Contains("thread names"));
    }

    [Fact]
    public void A_recording_that_cannot_be_kept_costs_no_verdict()
    {
        using Patient patient = Patient.Start("idle");

        Run attach = Run.Tool("attach", patient.Id, "--duration", "1s", "--save", "/there/is/no/such/folder/look");

        attach.ExitCode.ShouldBe(1, attach.ToString());
        attach.Output.ShouldContain("Looked for", customMessage: attach.ToString());
        attach.Errors.ShouldContain("could not be written", customMessage: attach.ToString());
        attach.Errors.ShouldNotContain("   at ", customMessage: attach.ToString());
    }

    /// <summary>
    /// As <c>dotnet-trace collect --providers</c> does, with the providers that docs/recording.md names.
    /// </summary>
    private static async Task TraceAsync(int processId, string file)
    {
        using EventPipeSession session = new DiagnosticsClient(processId).StartEventPipeSession(
        [
            new EventPipeProvider("System.Runtime", EventLevel.Informational, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" }),
            new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, 0x14000),
            new EventPipeProvider("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational),
        ]);
        await using FileStream stream = File.Create(file);
        Task copy = session.EventStream.CopyToAsync(stream);
        await Task.WhenAny(copy, Task.Delay(TimeSpan.FromSeconds(4)));
        await session.StopAsync(CancellationToken.None);
        await copy;
    }
}
