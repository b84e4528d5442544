using System.Text;

namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>Where the symbols of a program are.</summary>
internal enum Symbols
{
    Beside,
    Embedded,
    None,
}

/// <summary>A program while it is written: classes, what Main does, and what will be true.</summary>
internal sealed class Draft
{
    private const string Usings = """
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Net.Http;
        using System.Net.Sockets;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Channels;
        using System.Threading.Tasks;
        using Support;


        """;

    private readonly Dictionary<string, string> _files = [];
    private readonly List<string> _libraryMembers = [];
    private readonly List<(string Mark, TrueCause Cause)> _causes = [];
    private readonly List<string> _main = [];
    private readonly List<string> _notes = [];
    private readonly Vocabulary _words;

    /// <param name="seed">The same seed makes the same program.</param>
    /// <param name="shared">One of several in one program: in a namespace of its own, without a library, with
    /// symbols.</param>
    public Draft(int seed, bool shared)
    {
        Seed = seed;
        Random = new(seed);
        _words = new(Random);
        Company = (shared ? $"Seed{seed}." : "") + _words.Company();
        Symbols = Random.Next(10) switch { < 7 => Symbols.Beside, < 9 => Symbols.Embedded, _ => Symbols.None };
        if (shared) Symbols = Symbols.Beside;
        IsOptimised = Random.Next(10) < 8 || shared;
        MayHaveLibrary = !shared;
    }

    public bool MayHaveLibrary { get; }

    public int Seed { get; }

    public Random Random { get; }

    /// <summary>The root namespace.</summary>
    public string Company { get; }

    public Symbols Symbols { get; }

    public bool IsOptimised { get; }

    public string[] Verdicts { get; set; } = ["healthy"];

    public List<string> Symptoms { get; } = [];

    public List<string> MayHave { get; } = [];

    public double LookSeconds { get; set; } = 3;

    public bool IsBusy { get; set; }

    /// <summary>One of these.</summary>
    public T Any<T>(IReadOnlyList<T> choices) => choices[Random.Next(choices.Count)];

    public bool Chance(double share) => Random.NextDouble() < share;

    public string NewClass() => _words.Class();

    public string NewVerb() => _words.Verb();

    /// <summary>Adds a statement to Main.</summary>
    public void Main(string statement) => _main.Add(statement);

    public void Note(string note) => _notes.Add(note);

    public void Add(string type, string members) =>
        _files[type + ".cs"] = Layout.Indent($"{Usings}namespace {Company};\n\ninternal sealed class {type}\n{{\n{members}\n}}\n");

    public void AddToLibrary(string member) => _libraryMembers.Add(member);

    /// <summary>A cause at the line that carries the mark.</summary>
    public void Blame(string mark, string type, IReadOnlyList<string> ids, string method, double share, string shape, bool required = true) =>
        _causes.Add((mark, new(ids, method, type + ".cs", null, share, required, shape)));

    public GeneratedPatient Finish(string kind)
    {
        _files["Program.cs"] = Layout.Indent(
            $"{Usings}namespace {Company};\n\ninternal static class Program\n{{\ninternal static void Main()\n{{\nSession.Start();\n"
            + $"{string.Join('\n', _main)}\nThread.Sleep(Timeout.Infinite);\n}}\n}}\n");
        string? library = _libraryMembers.Count == 0 ? null : Layout.Indent(
            $"{Usings.Replace("using Support;\n", "", StringComparison.Ordinal)}namespace Vendor;\n\npublic static class Client\n{{\n{string.Join("\n\n", _libraryMembers)}\n}}\n");
        return new(Company, _files, library, Symbols, IsOptimised, new()
        {
            Seed = Seed,
            Kind = kind,
            Description = $"{string.Join("; ", _notes)} ({(IsOptimised ? "release" : "debug")}, symbols {Symbols.ToString().ToLowerInvariant()})",
            Verdicts = Verdicts,
            Symptoms = Symptoms,
            MayHave = MayHave,
            Causes = [.. _causes.Select(cause => cause.Cause with
            {
                Line = Symbols == Symbols.None ? null : LineOf(cause.Mark, cause.Cause.File),
                Required = cause.Cause.Required && (IsTimers(cause.Cause) || !_causes.Exists(other => IsTimers(other.Cause))),
            })],
            LookSeconds = LookSeconds,
            IsBusy = IsBusy,
        });
    }

    /// <summary>
    /// Timers that are due go before all other work: where they take every worker, nothing else need be seen.
    /// </summary>
    private static bool IsTimers(TrueCause cause) => cause.Shape.StartsWith("timer/", StringComparison.Ordinal);

    private int LineOf(string mark, string file) =>
        Array.FindIndex(_files[file].Split('\n'), line => line.EndsWith("// " + mark, StringComparison.Ordinal)) + 1;
}

/// <summary>The source of a program and what is true of it.</summary>
internal sealed record GeneratedPatient(
    string Name, IReadOnlyDictionary<string, string> Files, string? Library, Symbols Symbols, bool IsOptimised, Truth Truth);

internal static class Layout
{
    /// <summary>Indents by braces; the code is written without.</summary>
    public static string Indent(string code)
    {
        StringBuilder laidOut = new();
        int depth = 0;
        foreach (string line in code.Split('\n').Select(line => line.Trim()))
        {
            if (line.StartsWith('}')) depth--;
            laidOut.Append(line.Length == 0 ? "" : new string(' ', 4 * Math.Max(depth, 0)) + line).Append('\n');
            if (line == "{") depth++;
        }
        return laidOut.ToString().TrimEnd('\n') + "\n";
    }
}
