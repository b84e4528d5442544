namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// When to take stacks. A few short bursts spread over the time in which there is trouble tell what a worker does over
/// time. Trouble comes and goes: a burst is taken as soon as work is seen to wait, each time that it begins to, for
/// what is known of the queue is old when it comes, and a burst may find that all is well again. A long look is cut
/// into windows, each with bursts of its own, so that trouble which comes late is caught too; at the end of the look,
/// trouble that showed just now still gets all of its bursts, a little beyond the end.
/// </summary>
internal sealed class Schedule
{
    /// <summary>A look that is not longer is one window.</summary>
    private const double LongestWindow = 30;

    private const double LeastPause = 0.15;

    // Bursts beyond those that are spread, each at the beginning of another time in which work waits.
    private const int MoreSpells = 3;

    // The last burst of a window needs the end of it.
    private const double EndOfWindow = 0.3;

    // A program that was launched may be over soon, and its trouble with it.
    private const double FirstWindowOfLife = 5;

    private readonly double _duration;
    private readonly int _bursts;
    private readonly double _longest;
    private double _length;
    private int _taken;
    private double? _first;
    private double _last;
    private bool _waited;
    private bool _tookInSpell;
    private bool _tookWhileWaiting;

    /// <param name="duration">Length of the look, in seconds.</param>
    /// <param name="bursts">Bursts in each window; 0 for none at all.</param>
    /// <param name="untilItEnds">Whether the process may end at any time: then the first windows are short.</param>
    public Schedule(double duration, int bursts, bool untilItEnds = false)
    {
        _duration = duration;
        _bursts = bursts;
        // Windows of equal length, so that the last is no mere rest.
        _length = untilItEnds ? FirstWindowOfLife : duration / Math.Max(1, Math.Ceiling(duration / LongestWindow));
        _longest = untilItEnds ? LongestWindow : _length;
    }

    /// <summary>Since when, in seconds, a sign of trouble counts for the present window.</summary>
    public double WindowStart { get; private set; }

    /// <summary>
    /// Begins the window that this moment lies in; what is past the end of the look belongs to the last.
    /// </summary>
    public void MoveTo(double now)
    {
        while (now >= WindowStart + _length && WindowStart + _length < _duration - _length / 2)
        {
            WindowStart += _length;
            _length = Math.Min(_length * 2, _longest);
            _taken = 0;
            _first = null;
            _tookInSpell = _tookWhileWaiting = false;
        }
    }

    /// <summary>
    /// Tells at each step whether work waits: a time of waiting that begins anew is worth a burst of its own.
    /// </summary>
    public void Note(bool workWaits)
    {
        if (!_waited) _tookInSpell = false;
        _waited = workWaits;
    }

    /// <summary>Whether a burst is due now that there is trouble.</summary>
    /// <param name="now">Seconds of the look.</param>
    /// <param name="workWaits">Whether work waits at this moment, rather than that there is some other sign of
    /// trouble.</param>
    public bool IsDue(double now, bool workWaits)
    {
        if (_bursts == 0) return false;
        _first ??= now;
        if (workWaits && !_tookInSpell && _taken < _bursts + MoreSpells) return true;
        double end = WindowStart + _length - EndOfWindow;
        if (_taken >= _bursts) return workWaits && now >= end && _last < end && CameTogether;
        double lastAt = Math.Max(end, _first.Value + LeastPause * (_bursts - 1));
        bool itsTime = now >= _first.Value + (lastAt - _first.Value) * _taken / Math.Max(1, _bursts - 1);
        return itsTime && (workWaits || !_tookWhileWaiting || now >= lastAt);
    }

    /// <summary>
    /// Work that seems to wait anew again and again, while the first readings come, has taken all bursts in a short
    /// time: that threads stand still, as in a deadlock, shows only over time.
    /// </summary>
    private bool CameTogether => _last - _first < _length / 2;

    /// <summary>A burst is taken, while work waits or not.</summary>
    public void Took(double now, bool workWaits)
    {
        _taken++;
        _last = now;
        _tookInSpell |= workWaits;
        _tookWhileWaiting |= workWaits;
    }

    /// <summary>Whether the next burst is the last of this window.</summary>
    public bool NextIsLast => _taken == _bursts - 1;

    /// <summary>Whether the look must go on for bursts that are still to be taken.</summary>
    public bool Owes(bool trouble) => trouble && _taken < _bursts;
}
