namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// By which methods of a library a program may have come to one that stands on a stack with nothing of the program's
/// below it: those that call it and are small enough to have been compiled into the program's code, which was compiled
/// into what runs work items.
/// </summary>
internal static class LibraryEntries
{
    // So many methods are read in about a tenth of a second.
    private const int MostMethods = 20_000;

    // How many of a library's methods may have been compiled into each other.
    private const int Deepest = 3;

    /// <summary>The method itself, then those that call it, then those that call these: nearest first.</summary>
    public static IEnumerable<IReadOnlyList<MethodCode>> To(MethodCode method, UserModule? library)
    {
        IReadOnlyList<MethodCode> entries = [method];
        HashSet<int> seen = [];
        for (int depth = 0; entries.Count > 0; depth++)
        {
            yield return entries;
            if (library is null || depth == Deepest) yield break;
            if (library.Methods() is not { Count: <= MostMethods } all) yield break;
            entries = [.. all
                .Where(token => Calls(library, token, entries) && seen.Add(token))
                .Select(token => Named(library, token))
                .OfType<MethodCode>()];
        }
    }

    private static bool Calls(UserModule library, int token, IReadOnlyList<MethodCode> entries) =>
        library.MayBeInlined(token, UserModule.UsuallyInlined)
        && library.Calls(token).Any(call => entries.Any(entry => CallChoice.Means(call, entry)));

    private static MethodCode? Named(UserModule library, int token) => library.Name(token) is { } name
        ? new MethodCode(0, 0, 0, 0, 0, token, name.Type, name.Member, "", IsDynamic: false)
        : null;
}
