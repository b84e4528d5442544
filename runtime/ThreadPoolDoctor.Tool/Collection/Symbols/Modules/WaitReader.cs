using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// What the user's code says of a place where it waits: the lock, the task, and the locks that it holds meanwhile.
/// </summary>
internal sealed class WaitReader(Func<string, UserModule?> moduleNamed)
{
    private readonly TaskOrigins _tasks = new(moduleNamed);

    /// <summary>Null where the code says nothing of the kind.</summary>
    public WaitFacts? At(UserModule module, int token, Call call)
    {
        (string Field, bool IsStatic)? taken = LockFields.TakenBy(module, token, call);
        string[] held = [.. LockFields.HeldAt(module, token, call.Offset)];
        (IReadOnlyList<string> Methods, IReadOnlyList<string> Completing)? task = _tasks.Of(module, token, call);
        if (taken is null && held.Length == 0 && task is null) return null;
        return new()
        {
            Lock = taken?.Field,
            LockIsStatic = taken?.IsStatic ?? false,
            Held = Joined(held),
            TaskOf = Joined(task?.Methods),
            CompletedBy = Joined(task?.Completing),
        };
    }

    private static string? Joined(IReadOnlyCollection<string>? names) => names is { Count: > 0 } ? string.Join('\n', names) : null;
}
