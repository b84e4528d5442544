namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// Ends a command that does not come on, with a word: every wait of the tool has a limit of its own, but a runtime or a
/// system that stands still (an emulator of Windows that fails at the first exception, say) keeps none of them. It has
/// a thread of its own, and throws nothing.
/// </summary>
internal sealed class LastResort : IDisposable
{
    private readonly object _lock = new();
    private readonly Action _end;
    private readonly DateTime _deadline;
    private bool _over;

    /// <param name="limit">How long the command may take.</param>
    /// <param name="end">What is done when it takes longer; called once, on another thread.</param>
    public LastResort(TimeSpan limit, Action end)
    {
        _end = end;
        _deadline = DateTime.UtcNow + limit;
        new Thread(Watch) { IsBackground = true, Name = "tpdoctor last resort" }.Start();
    }

    private void Watch()
    {
        lock (_lock)
        {
            while (!_over)
            {
                TimeSpan left = _deadline - DateTime.UtcNow;
                if (left <= TimeSpan.Zero) break;
                // At most an hour at a time: a wait cannot be as long as a look may be.
                Monitor.Wait(_lock, left < TimeSpan.FromHours(1) ? left : TimeSpan.FromHours(1));
            }
            if (_over) return;
        }
        _end();
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _over = true;
            Monitor.PulseAll(_lock);
        }
    }
}
