namespace ThreadPoolDoctor.Monitoring;

/// <summary>What a <see cref="BlockingWatch"/> looks for.</summary>
public sealed class BlockingWatchOptions
{
    /// <summary>
    /// Waits that are seen to last shorter are not told; 10 ms unless set. What blocks three times as long is found for
    /// certain.
    /// </summary>
    public TimeSpan Shortest { get; set; } = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// Methods that may block, with all that they call: the beginning of the name as the watch tells it, such as
    /// <c>Shop.Cache.</c> or <c>Shop.Orders.Load(</c>.
    /// </summary>
    public IList<string> Allowed { get; } = [];

    /// <summary>
    /// Whether code of packages counts where none of the program's own is on the stack. Test runners are such code, and
    /// some of them hold a worker for the whole run.
    /// </summary>
    public bool IncludePackages { get; set; }
}
