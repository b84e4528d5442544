using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What is known at one point of a method: which tasks have run to their end, named by the path that reads them
/// (<c>t</c>, <c>this.load</c>, <c>tasks.[]</c> for every element), and which end when another one does.
/// </summary>
internal sealed class CompletionState
{
    public static readonly CompletionState Start = new(
        ImmutableHashSet.Create<string>(StringComparer.Ordinal), ImmutableDictionary.Create<string, ImmutableArray<string>>(StringComparer.Ordinal));

    /// <summary>Of a collection: all that it holds.</summary>
    public const string Element = ".[]";

    /// <summary>What the index that WaitAny gives back says of a collection, until something is put into it.</summary>
    public const string OneOfThem = ".[].any";

    /// <summary>
    /// Known of a task when it was asked: it may end, but what followed from it at that moment stays true.
    /// </summary>
    public const string NotEnded = ".!ended";

    /// <summary>The same of a token.</summary>
    public const string NotCancelled = ".!cancelled";

    private readonly ImmutableHashSet<string> _completed;
    private readonly ImmutableDictionary<string, ImmutableArray<string>> _implied;

    private CompletionState(ImmutableHashSet<string> completed, ImmutableDictionary<string, ImmutableArray<string>> implied)
    {
        _completed = completed;
        _implied = implied;
    }

    public bool Holds(string? path)
    {
        if (path is null) return false;
        if (_completed.Contains(path)) return true;
        // tasks[0] is one of tasks.
        int index = path.LastIndexOf(".[", StringComparison.Ordinal);
        return index >= 0 && !path.EndsWith(".[]", StringComparison.Ordinal) && path.IndexOf(']', index) is var end
            && _completed.Contains(path.Substring(0, index) + ".[]" + path.Substring(end + 1));
    }

    /// <summary>The known paths that begin like this.</summary>
    public IEnumerable<string> Under(string prefix) =>
        _completed.Where(path => path.StartsWith(prefix, StringComparison.Ordinal));

    /// <summary>items.[].Task has ended for all, so item.Task has for each.</summary>
    public IEnumerable<string> MembersOf(string element, string variable) =>
        Under(element + ".").Select(path => variable + path.Substring(element.Length));

    public CompletionState With(string? path)
    {
        if (path is null) return this;
        ImmutableHashSet<string> completed = _completed;
        // What has ended when this one has, and what had ended when those had: c continues b, which continues a.
        Stack<string> pending = new([path]);
        while (pending.Count > 0)
        {
            string next = pending.Pop();
            if (completed.Contains(next) && next != path) continue;
            completed = completed.Add(next);
            foreach (string before in ImpliedBy(next)
                .Where(before => !completed.Contains(before))) pending.Push(before);
        }
        return new CompletionState(completed, _implied);
    }

    public CompletionState With(IEnumerable<string> paths) => paths.Aggregate(this, (state, path) => state.With(path));

    /// <summary>When <paramref name="path"/> has ended (or holds true), so have these.</summary>
    public CompletionState Imply(string path, IEnumerable<string> others)
    {
        ImmutableArray<string> paths = [.. others];
        return paths.IsEmpty ? this : new CompletionState(_completed, _implied.SetItem(path, paths));
    }

    public IEnumerable<string> ImpliedBy(string? path) =>
        path is not null && _implied.TryGetValue(path, out ImmutableArray<string> paths) ? paths : [];

    /// <summary>The path was given another value, and with it all that is read through it.</summary>
    public CompletionState Without(string? path)
    {
        if (path is null || _completed.IsEmpty && _implied.IsEmpty) return this;
        bool IsGone(string known) => known == path || known.StartsWith(path + ".", StringComparison.Ordinal);
        return new CompletionState(
            [.. _completed.Where(known => !IsGone(known))],
            _implied.Where(pair => !IsGone(pair.Key) && !pair.Value.Any(IsGone))
                .ToImmutableDictionary(StringComparer.Ordinal));
    }

    public CompletionState Without(IEnumerable<string> paths) =>
        paths.Aggregate(this, (state, path) => state.Without(path));

    /// <summary>What is known on both ways; a way that is not taken (null) takes nothing away.</summary>
    public static CompletionState? Join(CompletionState? one, CompletionState? other)
    {
        if (one is null || other is null || one == other) return one ?? other;
        // Most branches tell nothing of what ends with what.
        return new CompletionState(one._completed.Intersect(other._completed),
            one._implied == other._implied ? one._implied : Both(one, other).ToImmutableDictionary(StringComparer.Ordinal));
    }

    // What has ended on one way need not be implied there: a task that is put into the list on the other way alone has
    // ended with the list.
    private static IEnumerable<KeyValuePair<string, ImmutableArray<string>>> Both(CompletionState one, CompletionState other) =>
        one._implied.Keys.Union(other._implied.Keys)
            .Select(key => new KeyValuePair<string, ImmutableArray<string>>(key, one._implied.TryGetValue(key, out ImmutableArray<string> mine)
                && other._implied.TryGetValue(key, out ImmutableArray<string> theirs) && mine.SequenceEqual(theirs)
                ? mine : [.. one.ImpliedBy(key).Union(other.ImpliedBy(key)).Where(path => one.Ends(path, key) && other.Ends(path, key))]))
            .Where(pair => !pair.Value.IsEmpty);

    private bool Ends(string path, string key) => _completed.Contains(path) || ImpliedBy(key).Contains(path);
}
