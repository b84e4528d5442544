using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>What is told beside the verdict and the causes.</summary>
[Collection(LiveProcesses.Name)]
public sealed class EvidenceTests
{
    private const int MostLooks = 10;

    [Fact]
    public void A_starving_pool_has_its_queue_its_queuers_and_a_number_of_workers_told()
    {
        using Patient patient = Patient.Start("requests");

        JsonElement report = Look(patient);
        // The pool notices that it is listened to when a worker comes back, however long that takes here.
        for (int look = 1; look < MostLooks && report.GetProperty("queuedBy").GetArrayLength() == 0; look++) report = Look(patient);

        JsonElement queuer = report.GetProperty("queuedBy")[0];
        queuer.GetProperty("method").GetString().ShouldBe("lambda in ThreadPoolDoctor.Patients.Requests.Run");
        queuer.GetProperty("file").GetString().ShouldNotBeNull().ShouldEndWith("Requests.cs");
        report.GetProperty("advice")[0].GetProperty("setting").GetString().ShouldBe("minimum");
        report.GetProperty("advice")[0].GetProperty("workers").GetInt32().ShouldBeGreaterThan(report.GetProperty("pool").GetProperty("workers").GetInt32());
        report.GetProperty("growth").GetArrayLength().ShouldBeGreaterThanOrEqualTo(2);
    }

    private static JsonElement Look(Patient patient)
    {
        Run attach = Run.Tool("attach", patient.Id, "--duration", "2s", "--format", "json");
        attach.ExitCode.ShouldBe(0, attach.ToString());
        return JsonDocument.Parse(attach.Output).RootElement;
    }
}
