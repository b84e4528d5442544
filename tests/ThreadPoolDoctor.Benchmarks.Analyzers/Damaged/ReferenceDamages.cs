using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>Frameworks with something missing: single assemblies, families of them, all.</summary>
internal static class ReferenceDamages
{
    private static readonly string[] s_families =
    [
        "System.Private.CoreLib", "System.Runtime", "System.Threading", "System.Threading.Tasks",
        "System.Collections", "System.Linq",
        "System.Net", "System.IO", "System.Private", "System.Data", "System.Diagnostics", "Microsoft.AspNetCore",
        "Microsoft.Extensions", "System.",
    ];

    // What a build refers to: the types stand in other assemblies than when the program runs.
    private static readonly Lazy<IReadOnlyList<MetadataReference>> s_pack = new(() =>
        [.. Packs().SelectMany(folder => Directory.EnumerateFiles(folder, "*.dll")).Order().Select(path =>
            MetadataReference.CreateFromFile(path))]);

    public static IReadOnlyList<MetadataReference> Whole(Random random) =>
        random.Next(2) == 0 && s_pack.Value.Count > 0 ? s_pack.Value : SourceTree.Framework;

    public static (string Name, IReadOnlyList<MetadataReference> Left) Apply(
        IReadOnlyList<MetadataReference> references, Random random)
    {
        if (random.Next(8) == 0 || references.Count == 0) return ("no framework", []);
        string gone = random.Next(2) == 0 ? s_families[random.Next(s_families.Length)]
            : Name(references[random.Next(references.Count)]);
        return ($"without {gone}",
            [.. references.Where(each => !Name(each).StartsWith(gone, StringComparison.Ordinal))]);
    }

    private static string Name(MetadataReference reference) =>
        Path.GetFileNameWithoutExtension(reference.Display ?? "");

    private static IEnumerable<string> Packs()
    {
        // shared/Microsoft.NETCore.App/10.0.0/System.Runtime.dll, packs/Microsoft.NETCore.App.Ref/10.0.0/ref/net10.0
        string packs = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "..",
        "..", "..", "packs"));
        return !Directory.Exists(packs) ? [] : Directory.EnumerateDirectories(packs, "*.App.Ref")
            .SelectMany(pack => Directory.EnumerateDirectories(pack).Order().TakeLast(1))
            .SelectMany(version => Directory.EnumerateDirectories(Path.Combine(version, "ref")));
    }
}
