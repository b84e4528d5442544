using System.Collections.Concurrent;
using ThreadPoolDoctor.Patients;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// One look at each patient that was chosen, taken when the first is asked for. Most patients do nothing but wait: two
/// of them do not disturb one another. Those that use up the processors come last, and alone.
/// </summary>
internal sealed class PatientLooks
{
    private const int Together = 2;

    private readonly ConcurrentDictionary<(string Patient, int Round), Lazy<Run>> _looks = [];
    private readonly Lazy<bool> _taken;

    public PatientLooks(IReadOnlyList<(Expectation Known, int Round)> chosen) => _taken = new(() =>
    {
        Parallel.ForEach(
            chosen.Where(one => !one.Known.IsBusy), new ParallelOptions { MaxDegreeOfParallelism = Together }, one => Take(one.Known, one.Round));
        foreach ((Expectation known, int round) in chosen.Where(one => one.Known.IsBusy)) Take(known, round);
        return true;
    });

    /// <summary>What the tool said; throws what starting the patient or the tool threw.</summary>
    public Run Of(string patient, int round) => _taken.Value ? _looks[(patient, round)].Value : throw new InvalidOperationException();

    private void Take(Expectation known, int round)
    {
        Lazy<Run> look = _looks[(known.Patient, round)] = new(() => Look(known.Patient));
        try
        {
            _ = look.Value;
        }
        catch (Exception)
        {
            // It is thrown again to the test that asks for it.
        }
    }

    private static Run Look(string name)
    {
        using Patient patient = Patient.Start(name);
        return Run.Tool("attach", patient.Id, "--duration", "3s", "--format", "json");
    }
}
