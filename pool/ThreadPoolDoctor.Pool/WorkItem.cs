namespace ThreadPoolDoctor.Pool;

/// <summary>
/// One queued work item as two words: what to run and its state. A queue moves it about and never looks inside;
/// a priority selector may look at <see cref="Target"/> and <see cref="UserState"/>.
/// </summary>
public struct WorkItem
{
    /// <summary>
    /// A delegate, an <see cref="IThreadPoolWorkItem"/> or a <see cref="Task"/>; <see langword="null"/> in an empty
    /// slot.
    /// </summary>
    internal object? _target;

    /// <summary>
    /// The delegate's argument, or one of the marks of <see cref="ItemKind"/> that says how to call the target.
    /// </summary>
    internal object? _state;

    internal WorkItem(object target, object? state)
    {
        _target = target;
        _state = state;
    }

    /// <summary>What will run: the delegate, the <see cref="IThreadPoolWorkItem"/> or the <see cref="Task"/>.</summary>
    public readonly object? Target => _target is ICarryingItem carrying ? carrying.Inner.Target : _target;

    /// <summary>
    /// The state given when it was queued, or <see langword="null"/> if the form of queueing has none.
    /// </summary>
    public readonly object? UserState =>
        _target is ICarryingItem carrying ? carrying.Inner.UserState : ItemKind.IsMark(_state) ? null : _state;
}
