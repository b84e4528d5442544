namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// How often a calm pool is looked at: as often as a thousandth of a processor pays for, by what a look has cost here.
/// What an idle program saves is spent when it becomes active, so that the first blocked workers are seen soon.
/// </summary>
internal struct Pace
{
    // Less than a thousandth, with room for what the price of a look varies by.
    private const double Share = 0.0006;
    private const double Quick = 0.01;
    private const double Slowest = 0.15;
    private const double Unknown = 0.00003;
    private const double Weight = 0.05;
    // Seconds of processor time: as much at the start, which is when a program becomes busy, and never saved up beyond
    // it.
    private const double Savings = 0.02;

    // A program that has just started becomes busy at any moment.
    private const double Start = 3;

    private double _age;
    private double _cost;
    private double _saved;
    private bool _started;

    /// <summary>
    /// Seconds until the next look, after one that used <paramref name="used"/> seconds of processor time and came
    /// <paramref name="after"/> seconds after the one before. Active: items were completed or workers started since
    /// then.
    /// </summary>
    public double Next(double used, double after, bool active)
    {
        if (!_started) (_started, _cost, _saved) = (true, Unknown, Savings);
        if (used > 0) _cost += Weight * (used - _cost);
        _saved = Math.Clamp(_saved + Share * after - _cost, -Savings, Savings);
        double affordable = Math.Clamp(_cost / Share, Quick, Slowest);
        _age += after;
        // An idle program saves a fifth; an active one is looked at quickly while the savings last.
        return (active || _age < Start) && _saved > 0 ? Quick : Math.Min(Slowest, affordable * 1.25);
    }
}
