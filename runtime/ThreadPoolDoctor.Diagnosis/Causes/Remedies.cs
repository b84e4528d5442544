using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>The cure of one blocking call in one line.</summary>
internal static class Remedies
{
    // What Microsoft and SQLite's own provider say of themselves: SQLite has no asynchronous I/O, and their async
    // methods run at once.
    private static readonly string[] s_withoutAsync = ["Microsoft.Data.Sqlite.", "System.Data.SQLite."];

    private static readonly string[] s_regex = ["System.Text.RegularExpressions."];

    public static string For(Blockage blockage) => blockage.User switch
    {
        { IsFramework: false } when Inside(blockage) is { } called =>
            $"{called.DisplayName} blocks inside: await its asynchronous twin, where the library has one; else give the"
            + " call a dedicated thread (TaskCreationOptions.LongRunning).",
        { IsFramework: false } => Usual(blockage),
        var caller when RunsDelegates(caller) => "Your code queued this call as it is, or was compiled into .NET's. " + Usual(blockage),
        _ => "None of your code stands on this stack: .NET queued this work for an asynchronous call of yours (access to files and "
            + "look-ups of names hold a worker while they last). Let fewer of them run at once.",
    };

    private static string Usual(Blockage blockage)
    {
        string? twin = blockage.Row?.Twin;
        return blockage.Ailment switch
        {
            Ailments.WaitingOnSignal when BlockingFrames.IsTypeInitialisation(blockage.Row?.Type ?? "") =>
                "Another thread runs the static constructor or the static fields' initialisers of this type: no I/O or waiting inside them; "
                + "where it must be, load with an awaited Lazy<Task<T>>.",
            // A lock inside of the call (Console's, say) is not the user's to hold for less.
            Ailments.WaitingOnSignal when blockage.IsMutual =>
                "Hold the lock for less: no I/O or waiting inside it; where you must wait, use SemaphoreSlim.WaitAsync.",
            Ailments.BlockingOnTask when twin is null or "await" =>
                "await the task instead of blocking on it, and make the callers async up to the work item.",
            Ailments.BlockingOnTask => $"await {twin} instead.",
            Ailments.Sleeping => "await Task.Delay(...) instead of Thread.Sleep(...).",
            Ailments.BlockingIO when Calls(blockage, s_withoutAsync) =>
                "SQLite has no asynchronous I/O, its async methods block as well: give its calls a dedicated thread (TaskCreationOptions.LongRunning).",
            Ailments.CpuSaturation when Calls(blockage, s_regex) =>
                "If the regular expression backtracks, use RegexOptions.NonBacktracking or a match timeout. " + Ailments.Get(blockage.Ailment).Cure,
            _ when twin is not null => $"await {twin}(...) instead, passing the CancellationToken in scope.",
            Ailments.BlockingIO => "await the asynchronous overload of this call; where there is none, give it a dedicated thread (TaskCreationOptions.LongRunning).",
            _ => Ailments.Get(blockage.Ailment).Cure,
        };
    }

    /// <summary>
    /// The method of a package that the user's code called and that blocks somewhere inside, so that nothing the user
    /// wrote can be awaited; null where that method itself is known, or its driver has nothing to await.
    /// </summary>
    private static Frame? Inside(Blockage blockage) =>
        blockage is { Row: not null, User.IsPackage: false } && !Calls(blockage, s_withoutAsync)
        && blockage.Stack.TakeWhile(frame => frame != blockage.User).LastOrDefault() is { IsPackage: true } called
        && BlockingFrames.Match(called) is null
            ? called
            : null;

    /// <summary>A task, a callback or a timer of .NET's that has only passed the call on.</summary>
    private static bool RunsDelegates(Frame frame) => frame.TypeName.StartsWith("System.Threading.", StringComparison.Ordinal);

    /// <summary>
    /// Whatever stands between the user's code and what it comes to (Entity Framework or Dapper before a driver).
    /// </summary>
    private static bool Calls(Blockage blockage, string[] prefixes) => blockage.Stack
        .TakeWhile(frame => frame != blockage.User)
        .Any(frame => Array.Exists(prefixes, prefix => frame.TypeName.StartsWith(prefix, StringComparison.Ordinal)));
}
