namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// How often all threads of the process may be stopped. It is renewed with each minute of the look, so that trouble
/// which comes late in a long one is still looked at, at a cost that stays the same.
/// </summary>
/// <param name="perMinute">Suspensions in each minute; 0 for none at all.</param>
internal sealed class SuspensionBudget(int perMinute)
{
    private const double Minute = 60;

    private int _spent;
    private int _largest;

    /// <summary>Suspensions so far.</summary>
    public int Spent => _spent;

    /// <summary>Whether another burst, as large as the largest so far, stays within what is allowed by now.</summary>
    public bool Allows(double now) => _spent + Math.Max(1, _largest) <= (long)perMinute * (1 + (int)(now / Minute));

    public void Spend(int suspensions)
    {
        _spent += suspensions;
        _largest = Math.Max(_largest, suspensions);
    }
}
