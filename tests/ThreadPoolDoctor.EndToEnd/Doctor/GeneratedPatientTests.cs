using Xunit.Abstractions;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// The doctor against programs that nobody wrote with the doctor in mind: the generator's, whose truth is known. Many
/// more are run by tests/lanes/patients.sh.
/// </summary>
[Collection(LiveProcesses.Name)]
public sealed class GeneratedPatientTests(ITestOutputHelper output)
{
    // One or more of each kind, in short: a minute in all.
    private const string Seeds = "3,4,6,7,8,13,14,18,20,30";

    [UnixFact]
    public void Generated_patients_get_their_diagnosis()
    {
        using ScratchFolder folder = new();

        Run run = Run.Of(Run.Start(House.Dotnet,
            ["exec", House.PatientGenerator, "run", "--seeds", Seeds, "--tool", House.Tool, "--out", folder.Path, "--together", "2", "--looks", "3"]));

        output.WriteLine(run.Output);
        run.ExitCode.ShouldBe(0, run.ToString());
    }
}
