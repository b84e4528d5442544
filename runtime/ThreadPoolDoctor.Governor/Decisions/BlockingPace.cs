namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// How fast workers have been blocking lately. A reserve that is smaller than what blocks until the governor's next
/// turn on a busy machine makes items wait again and again while a load builds up.
/// </summary>
internal struct BlockingPace
{
    // Seconds over which the pace is told, and for which it is provided.
    private const double Memory = 0.1;
    private const double Ahead = 0.05;
    private const int MostAhead = 16;

    private double _perSecond;
    private double _at;
    private int _blocked;
    private bool _seen;

    /// <summary>How many more workers will be blocked shortly if it goes on like this.</summary>
    public readonly int SoonBlocked => (int)Math.Clamp(Math.Round(_perSecond * Ahead), 0, MostAhead);

    public void Look(in PoolSample sample)
    {
        if (!sample.WorkersSeen) return;
        double time = sample.At - _at;
        double forget = Math.Exp(-time / Memory);
        if (_seen) _perSecond = _perSecond * forget + (sample.Blocked - _blocked) / Memory;
        (_at, _blocked, _seen) = (sample.At, sample.Blocked, true);
    }
}
