using System.Collections.Generic;
using System.Linq;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A method of another project that blocks whoever calls it, as a row like the catalogue's: what waits in it, and
/// where.
/// </summary>
internal sealed class ForeignCall : BlockingCall
{
    // A method that reaches more is better looked at where its source is.
    private const int MostOthers = 20;

    /// <param name="id">Documentation id of the method.</param>
    /// <param name="leaf">What blocks at the end of the way.</param>
    /// <param name="way">From the method to the leaf as a message shows it, without the method: <c>Repository.Get ->
    /// File.ReadAllText</c>.</param>
    /// <param name="file">The file that the leaf stands in.</param>
    /// <param name="line">Its line, the first being 1.</param>
    /// <param name="isFile">Whether it is a file that is waited for; told further where the leaf is in yet another
    /// project.</param>
    /// <param name="others">What else blocks in the method, for a build.</param>
    /// <param name="getter">The first getter on the way, where that is known.</param>
    /// <param name="confidence">How sure the way is, where that is known.</param>
    /// <param name="isUnlessNull">Whether who hands over null may not come to the leaf.</param>
    public ForeignCall(string id, BlockingCall leaf, string way, string file, int line, bool isFile = false,
        IReadOnlyList<ForeignCall>? others = null, string? getter = null, WayConfidence? confidence = null, bool isUnlessNull = false)
        : base(leaf.Ailment, leaf.Type, leaf.Member, leaf.Twin, leaf.When & BlockingCalls.Lasting)
    {
        Id = id;
        Way = way;
        File = file;
        Line = line;
        Confidence = confidence;
        IsUnlessNull = isUnlessNull || leaf is ForeignCall { IsUnlessNull: true };
        Others = others ?? [];
        WaitsForFile = isFile || leaf is ForeignCall { WaitsForFile: true };
        Getter = Getters.IsOne(id) ? id : getter ?? (leaf as ForeignCall)?.Getter;
    }

    public string Id { get; }

    public string Way { get; }

    public string File { get; }

    public int Line { get; }

    /// <summary>How sure the way is; null where nobody has said.</summary>
    public WayConfidence? Confidence { get; }

    /// <summary>Whether the method may leave off before the wait where it is handed null.</summary>
    public bool IsUnlessNull { get; }

    /// <summary>What of it waits for who hands over null; null for nothing.</summary>
    public ForeignCall? WithNull()
    {
        ForeignCall[] all = [.. Others.Prepend(this).Where(row => !row.IsUnlessNull)];
        if (all.Length == 0 || all.Length > Others.Count) return all.FirstOrDefault();
        ForeignCall nearest = all[0];
        return new ForeignCall(Id, nearest, nearest.Way, nearest.File, nearest.Line, nearest.WaitsForFile, [.. all.Skip(1)], nearest.Getter, nearest.Confidence);
    }

    /// <summary>What else blocks whoever calls the method, further away.</summary>
    public IReadOnlyList<ForeignCall> Others { get; }

    /// <summary>The same with what else blocks in the method: each place once, and not all of very many.</summary>
    public ForeignCall With(IEnumerable<ForeignCall> others)
    {
        HashSet<(string, int, string)> told = [(File, Line, ToString())];
        ForeignCall[] more = [.. others.Where(row => told.Add((row.File, row.Line, row.ToString()))).Take(MostOthers)];
        return more.Length == 0 ? this : new ForeignCall(Id, this, Way, File, Line, WaitsForFile, more, confidence: Confidence);
    }

    /// <summary>
    /// A way that ends in another project, to each place there that blocks: the nearest, which is the way itself,
    /// first.
    /// </summary>
    public static IEnumerable<CallSite[]> Spread(CallSite[] path)
    {
        yield return path;
        CallSite last = path[path.Length - 1];
        if (last.Row is not ForeignCall foreign) yield break;
        foreach (ForeignCall other in foreign.Others)
        {
            yield return [.. path.Take(path.Length - 1), new CallSite(last.Node, last.Target, other)];
        }
    }

    /// <summary>
    /// Documentation id of the first getter on the way, the method itself included; null where none is known.
    /// </summary>
    public string? Getter { get; }

    /// <summary>
    /// Whether what is waited for is a file of this machine: its own project has seen how the stream is made.
    /// </summary>
    public bool WaitsForFile { get; }
}
