using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Stacks;

/// <summary>
/// Names the user's method for workers whose stacks have lost it. After some seconds under load the JIT inlines a work
/// item into the method of .NET that runs it; workers that started the same item before still show the method. What
/// they show in the same wait is evidence for the others, as long as they all show one method.
/// </summary>
internal static class InlinedCallers
{
    /// <summary>
    /// The same blockages in the same order; those without a method of the user's get it where the others name one.
    /// </summary>
    /// <param name="blockages">Blockages to complete.</param>
    /// <param name="evidence">All that was seen of the same pool, which may include
    /// <paramref name="blockages"/>.</param>
    public static IReadOnlyList<Blockage> Complete(IReadOnlyList<Blockage> blockages, IEnumerable<Blockage> evidence)
    {
        if (!blockages.Any(IsMissing)) return blockages;
        List<Blockage> named = [.. evidence.Where(blockage => !blockage.User.IsFramework && !blockage.User.IsMadeAtRunTime).Distinct()];
        return [.. blockages.Select(blockage => IsMissing(blockage) ? Completed(blockage, named) : blockage)];
    }

    /// <summary>
    /// No method of the user's is on the stack, and one must be: its place is taken by what runs delegates.
    /// </summary>
    private static bool IsMissing(Blockage blockage) => BlockingFrames.IsRunner(blockage.User);

    /// <summary>
    /// Nobody may be blamed by chance: two methods seen in the same wait prove nothing about a third worker.
    /// </summary>
    private static Blockage Completed(Blockage blockage, List<Blockage> named)
    {
        List<Blockage> seen = [.. named.Where(other => IsSameWait(blockage, other))];
        // Where all of the wait was inlined, too, it may be any that was seen in what the same method ran.
        if (seen.Count == 0 && IndexOf(blockage) == 0) seen = [.. named.Where(other => IsSameRunner(blockage, 0, other, IndexOf(other)))];
        if (seen.Select(other => new { other.Ailment, other.User.DisplayName }).Distinct().Count() != 1) return blockage;
        Blockage usual = seen.GroupBy(other => new { other.User.Line }).MaxBy(line => line.Count())!.First();
        return usual with { User = usual.User with { Approximate = true }, Stack = blockage.Stack };
    }

    /// <summary>
    /// Run by the same method of .NET, and waiting in the same method of it. How the wait was entered is no part of it:
    /// Task.Result and what follows may be inlined in one of them and not in the other.
    /// </summary>
    private static bool IsSameWait(Blockage missing, Blockage named)
    {
        int runner = IndexOf(missing);
        int user = IndexOf(named);
        if (!IsSameRunner(missing, runner, named, user)) return false;
        // What waits in native code has no frame of its own where .NET's small methods around it were inlined.
        if (runner == 0) return user == 0 || user == 1 && BlockingFrames.WaitsInNativeCode(named.Stack[0].TypeName);
        if (user == 0) return false;
        Frame outermost = missing.Stack[runner - 1];
        return IsSameMethod(outermost, named.Stack[user - 1])
            || named.Stack.Take(user).Any(frame => IsSameMethod(frame, outermost))
            || missing.Stack.Take(runner).Any(frame => IsSameMethod(frame, named.Stack[user - 1]));
    }

    /// <summary>
    /// The method of .NET that runs the one stands below the other. It may be left out there where it calls the item as
    /// its last step: then what runs it is the same.
    /// </summary>
    private static bool IsSameRunner(Blockage missing, int runner, Blockage named, int user)
    {
        int below = user;
        while (below < named.Stack.Count && !named.Stack[below].IsFramework) below++;
        if (named.Stack.Skip(below).Any(frame => IsSameMethod(frame, missing.User))) return true;
        if (named.Stack.Skip(below).Any(BlockingFrames.IsTimer) && missing.Stack.Skip(runner).Any(BlockingFrames.IsTimer)) return true;
        int at = runner;
        while (at + 1 < missing.Stack.Count && BlockingFrames.IsTailCaller(missing.Stack[at], missing.Stack[at + 1])) at++;
        // The item begins with the user's outermost method; what it calls of .NET's may stand between that and the
        // other.
        int item = below;
        while (item < named.Stack.Count && named.Stack.Skip(item).Any(frame => !frame.IsFramework)) item++;
        return item < named.Stack.Count && at < missing.Stack.Count && IsSameMethod(missing.Stack[at], named.Stack[item]);
    }

    private static int IndexOf(Blockage blockage)
    {
        int index = 0;
        while (index < blockage.Stack.Count - 1 && blockage.Stack[index] != blockage.User) index++;
        return index;
    }

    /// <summary>
    /// With the arguments of a generic instance: the box of an async method is told from others only by them.
    /// </summary>
    private static bool IsSameMethod(Frame one, Frame other) => one.TypeName == other.TypeName && one.MethodName == other.MethodName;
}
