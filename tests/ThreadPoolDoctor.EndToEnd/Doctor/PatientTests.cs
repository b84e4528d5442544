using System.Text.Json;
using ThreadPoolDoctor.Patients;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// The doctor against every patient of the table, alive. TPDOCTOR_PATIENTS=all runs the rare ones too, or it names the
/// patients to run, separated by commas. TPDOCTOR_ROUNDS=10 looks at each ten times: the doctor must not be right by
/// luck.
/// </summary>
[Collection(LiveProcesses.Name)]
public sealed class PatientTests
{
    private static readonly string s_schema = RepositoryFiles.Read("docs/tpdoctor-1.schema.json");

    private static readonly PatientLooks s_looks = new([.. Chosen()]);

    public static TheoryData<string, int> Patients()
    {
        TheoryData<string, int> patients = [];
        foreach ((Expectation known, int round) in Chosen()) patients.Add(known.Patient, round);
        return patients;
    }

    private static IEnumerable<(Expectation Known, int Round)> Chosen()
    {
        string chosen = Environment.GetEnvironmentVariable("TPDOCTOR_PATIENTS") ?? "";
        int rounds = int.Parse(Environment.GetEnvironmentVariable("TPDOCTOR_ROUNDS") ?? "1");
        return from round in Enumerable.Range(1, rounds)
               from known in Expectations.All
               where IsChosen(known, chosen) && !(known.UnixOnly && OperatingSystem.IsWindows())
               select (known, round);
    }

    private static bool IsChosen(Expectation known, string chosen) => chosen switch
    {
        "" => !known.Rare,
        "all" => true,
        _ => chosen.Split(',').Contains(known.Patient),
    };

    [Theory]
    [MemberData(nameof(Patients))]
    public void Each_patient_gets_its_diagnosis(string name, int round)
    {
        Expectation known = Expectations.All.Single(known => known.Patient == name);

        Run attach = s_looks.Of(name, round);

        attach.ExitCode.ShouldBe(0, attach.ToString());
        JsonSchema.Errors(s_schema, attach.Output).ShouldBeEmpty(attach.ToString());
        using JsonDocument report = JsonDocument.Parse(attach.Output);
        Judgement.Of(known, report.RootElement).ShouldBeEmpty($"round {round}, {attach}");
    }
}
