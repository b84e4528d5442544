using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a message says to do instead, from its semicolon on; nothing where the code alone cannot tell.
/// </summary>
internal static class Remedy
{
    // Where the twin is no drop-in: another operation, another API, or nothing that can be awaited.
    private static readonly Dictionary<string, string> s_inOtherWords = new()
    {
        ["System.IO.File.Copy"] = "open both files and await Stream.CopyToAsync",
        ["System.IO.FileInfo.CopyTo"] = "open both files and await Stream.CopyToAsync",
        ["System.IO.File.ReadLines"] = "go through File.ReadLinesAsync with await foreach",
        ["System.Xml.XmlDocument.Load"] = "read it by XDocument.LoadAsync, which is another API,",
        ["System.Xml.XmlDocument.Save"] = "write it by XDocument.SaveAsync, which is another API,",
    };

    /// <param name="row">What blocks.</param>
    /// <param name="twin">What could be awaited; null for nothing.</param>
    /// <param name="path">The calls from the work item to what blocks.</param>
    /// <param name="isDirect">Whether the work item itself calls what blocks.</param>
    public static string For(BlockingCall row, string? twin, IReadOnlyList<CallSite> path, bool isDirect)
    {
        if ((row.When & Circumstance.TwinBlocks) != 0) return "; what could be awaited instead blocks as well: keep it short, or do it on a thread of its own";
        if ((row.When & Circumstance.NoTwin) != 0) return "; only a later version of the library has something to await there: until then, do it on a thread of its own";
        if (twin is null) return "";
        string cure = s_inOtherWords.TryGetValue(row.ToString(), out string? words) ? words : twin == "await" ? isDirect
            ? "await it" : "await the task" : "await " + twin;
        if (path.Select(step => CachedValues.KeeperAround(step.Node))
            .FirstOrDefault(name => name is not null) is { } keeper)
        {
            return $"; a factory of values cannot await: keep a task, {cure.TrimEnd(',')} in the factory, and await what {keeper} gives";
        }
        if (isDirect) return $"; {cure} instead";
        if (path.Any(step => LazyValues.IsValue(step.Target))) return $"; make it a Lazy of a task, {cure.TrimEnd(',')} in its factory, and await its Value";
        return GetterOn(path) is { } getter
            ? $"; a getter cannot await: add an async method beside {getter}, and {cure.TrimEnd(',')} in it"
            : $"; {cure} there, and make the calls on the way async";
    }

    // The last step is what blocks, but for another project's, where it is the call that leads there.
    private static string? GetterOn(IReadOnlyList<CallSite> path) => path
        .FirstOrDefault(step => step.Row is null or ForeignCall
            && step.Target is { MethodKind: MethodKind.PropertyGet })?.Target.AssociatedSymbol?.Name;
}
