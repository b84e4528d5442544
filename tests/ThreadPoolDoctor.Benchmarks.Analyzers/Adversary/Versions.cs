using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// What each version of the language brought that the grammar uses, by what it is written with: a program for an older
/// one goes without, as far as words tell it; what slips through does not compile, and is not judged.
/// </summary>
internal static class Versions
{
    /// <summary>The versions that programs are written for, besides the newest.</summary>
    public static IReadOnlyList<LanguageVersion> Older { get; } =
        [LanguageVersion.CSharp7_3, LanguageVersion.CSharp8, LanguageVersion.CSharp9, LanguageVersion.CSharp10, LanguageVersion.CSharp11, LanguageVersion.CSharp12, LanguageVersion.CSharp13];

    private static readonly Dictionary<LanguageVersion, string[]> s_brought = new()
    {
        [LanguageVersion.CSharp8] = [" switch {", "using var ", "??=", "await foreach", "await using", "IAsyncEnumerable", "[^", "..]", "is { ", "case {", "«maybe»?", "string?", "Pair?", "string?>", "; static int Local", " static int Local", "#? ", "Action? ", "(object)", "}; interface", "static Default#"],
        [LanguageVersion.CSharp9] = ["= new(", "new(() =>", "is > ", " or > ", "is (1, > 1)", "record ", "with {", "is not", "Later<string?>"],
        [LanguageVersion.CSharp10] = ["record struct"],
        [LanguageVersion.CSharp11] = ["is [var", "static abstract"],
        [LanguageVersion.CSharp12] = ["= [", "(int[])[", "#(int given)", "#(T value)", "#(IService# service)", "#(IService# inner)", "#(TaskCompletionSource done)", "WaitAll(["],
        [LanguageVersion.CSharp13] = ["Lock lock#", "Span<int> span# =", "ref int ref#"],
        [LanguageVersion.Preview] = ["field + 1", "?.First ="],
    };

    /// <summary>Whether a production can be written in a version.</summary>
    public static bool Has(LanguageVersion version, string production) =>
        s_brought.Where(brought => brought.Key > version).All(brought => !brought.Value.Any(production.Contains));
}
