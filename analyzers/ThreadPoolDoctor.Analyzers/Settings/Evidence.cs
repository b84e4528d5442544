using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Threading;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What the doctor saw blocking in a live process, from an additional file named <c>threadpooldoctor.evidence.json</c>:
/// objects with a documentation-comment id of the method (<c>member</c>), <c>file</c>, <c>line</c> and <c>threads</c>.
/// </summary>
internal sealed class Evidence
{
    public const string FileName = "threadpooldoctor.evidence.json";

    private readonly List<Sighting> _sightings = [];

    public IReadOnlyList<Sighting> Sightings => _sightings;

    public static Evidence Read(ImmutableArray<AdditionalText> files, CancellationToken cancellation)
    {
        Evidence evidence = new();
        foreach (AdditionalText file in files)
        {
            if (!file.Path.EndsWith(FileName, StringComparison.OrdinalIgnoreCase)) continue;
            if (file.GetText(cancellation) is { } text) evidence.Collect(Json.Read(text.ToString()));
        }
        return evidence;
    }

    /// <summary>
    /// How many threads were seen blocked at one of these places, or in this member when no place is known; 0 when
    /// none.
    /// </summary>
    public int ThreadsAt(IEnumerable<SyntaxNode> places, ISymbol? member)
    {
        if (_sightings.Count == 0) return 0;
        int most = 0;
        string? id = member?.OriginalDefinition.GetDocumentationCommentId();
        foreach (Sighting sighting in _sightings)
        {
            bool isHere = sighting.Line > 0 && sighting.File.Length > 0
                ? IsAt(sighting, places)
                : id is not null && sighting.Member == id;
            if (isHere) most = Math.Max(most, sighting.Threads);
        }
        return most;
    }

    public static bool IsAt(Sighting sighting, IEnumerable<SyntaxNode> places)
    {
        foreach (SyntaxNode place in places)
        {
            FileLinePositionSpan span = place.GetLocation().GetLineSpan();
            if (!string.Equals(Path.GetFileName(span.Path), sighting.File,
                StringComparison.OrdinalIgnoreCase)) continue;
            if (sighting.Line >= span.StartLinePosition.Line + 1
                && sighting.Line <= span.EndLinePosition.Line + 1) return true;
        }
        return false;
    }

    private void Collect(object? json)
    {
        switch (json)
        {
            case List<object?> elements:
                foreach (object? element in elements) Collect(element);
                break;
            case Dictionary<string, object?> members:
                if (Number(members, "threads") is > 0 and var threads)
                {
                    string file = Text(members, "file");
                    // The paths of a build machine say nothing here; both kinds of slash occur.
                    _sightings.Add(new Sighting(Text(members, "member"),
                        file.Substring(file.LastIndexOfAny(['/', '\\']) + 1), (int)Number(members, "line"),
                        (int)threads));
                }
                foreach (object? member in members.Values) Collect(member);
                break;
        }
    }

    private static double Number(Dictionary<string, object?> members, string name) =>
        members.TryGetValue(name, out object? value) && value is double number ? number : 0;

    private static string Text(Dictionary<string, object?> members, string name) =>
        members.TryGetValue(name, out object? value) && value is string text ? text : "";

    /// <summary>What was seen, one row a place.</summary>
    internal sealed class Sighting
    {
        public Sighting(string member, string file, int line, int threads)
        {
            Member = member;
            File = file;
            Line = line;
            Threads = threads;
        }

        public string Member { get; }

        public string File { get; }

        public int Line { get; }

        public int Threads { get; }
    }
}
