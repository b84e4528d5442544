namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// How long the process may keep the tool waiting. Whatever the process does, the tool has ended five seconds after its
/// look: what has not come by then is told as not seen. Only a longer --timeout allows more.
/// </summary>
internal sealed class Patience(Clock clock, ObservationOptions options)
{
    /// <summary>
    /// Seconds after the look for the process to answer; of the five, the rest is for reading files and for the report.
    /// </summary>
    private const double ForAnswers = 3.2;

    /// <summary>Seconds after that in which the files of the process may be read.</summary>
    private const double ForFiles = 1;

    /// <summary>
    /// Seconds for all the rest, on a machine that is short of processors too; what takes longer will never end.
    /// </summary>
    private const double ForTheRest = 2;

    private static readonly TimeSpan s_least = TimeSpan.FromMilliseconds(50);

    private double? _ended;

    /// <summary>
    /// The look has ended, perhaps before its time; what went beyond it is not added to what is left.
    /// </summary>
    public void LookEnded() => _ended ??= Math.Min(clock.Now, options.Duration.TotalSeconds);

    /// <summary>For one request from now on.</summary>
    public TimeSpan ForRequest => Least(options.Timeout, Left(LastAnswer));

    /// <summary>
    /// For reading the files of the process, from now on; however late it is, some time is left for them.
    /// </summary>
    public TimeSpan ForReadingFiles => TimeSpan.FromSeconds(Math.Max(ForFiles, LastAnswer + ForFiles - clock.Now));

    /// <summary>The whole observation, from its beginning.</summary>
    public TimeSpan Longest => options.Duration + TimeSpan.FromSeconds(BeyondLook + ForFiles + ForTheRest);

    private double BeyondLook => Math.Max(ForAnswers, options.AskedForTimeout ? options.Timeout.TotalSeconds : 0);

    private double LastAnswer => (_ended ?? options.Duration.TotalSeconds) + BeyondLook;

    private TimeSpan Left(double end) => TimeSpan.FromSeconds(Math.Max(0, end - clock.Now));

    private static TimeSpan Least(TimeSpan one, TimeSpan other)
    {
        TimeSpan less = one < other ? one : other;
        return less < s_least ? s_least : less;
    }
}
