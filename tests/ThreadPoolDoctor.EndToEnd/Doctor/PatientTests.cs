using System.Text.Json;
using ThreadPoolDoctor.Patients;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// The doctor against every patient of the table, alive. Rare patients run with TPDOCTOR_PATIENTS=all, and
/// TPDOCTOR_ROUNDS=10 looks at each ten times: the doctor must not be right by luck.
/// </summary>
[Collection(LiveProcesses.Name)]
public sealed class PatientTests
{
    public static TheoryData<string, int> Patients()
    {
        bool all = Environment.GetEnvironmentVariable("TPDOCTOR_PATIENTS") == "all";
        int rounds = int.Parse(Environment.GetEnvironmentVariable("TPDOCTOR_ROUNDS") ?? "1");
        TheoryData<string, int> patients = [];
        for (int round = 1; round <= rounds; round++)
        {
            foreach (Expectation known in Expectations.All)
            {
                if ((all || !known.Rare) && !(known.UnixOnly && OperatingSystem.IsWindows())) patients.Add(known.Patient, round);
            }
        }
        return patients;
    }

    [Theory]
    [MemberData(nameof(Patients))]
    public void Each_patient_gets_its_diagnosis(string name, int round)
    {
        Expectation known = Expectations.All.Single(known => known.Patient == name);
        using Patient patient = Patient.Start(name);

        Run attach = Run.Tool("attach", patient.Id, "--duration", "3s", "--format", "json");

        attach.ExitCode.ShouldBe(0, attach.ToString());
        using JsonDocument report = JsonDocument.Parse(attach.Output);
        Judgement.Of(known, report.RootElement).ShouldBeEmpty($"round {round}, {attach}");
    }
}
