using System.Reflection.PortableExecutable;
using System.Text.Json;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// The assemblies that projects may refer to: the framework for all, and of a folder of libraries what a project asks
/// for by its packages. A library that nobody asked for would give meaning to names that have none there, and findings
/// that nobody can have.
/// </summary>
internal sealed class SourceTreeLibraries
{
    // A package id is its maker's, then what it is about; of these makers the second word says that.
    private static readonly string[] s_makers = ["Microsoft", "System"];

    // The part of the framework that draws windows: its assemblies lie beside the libraries, listed under this name.
    private const string Windows = "Microsoft.WindowsDesktop.App";

    private static readonly HashSet<string> s_framework = new(SourceTree.Framework.Select(NameOf), StringComparer.OrdinalIgnoreCase);

    private readonly List<(string Package, MetadataReference Assembly)> _assemblies = [];
    private readonly Dictionary<string, string[]> _dependencies = new(StringComparer.OrdinalIgnoreCase);

    /// <param name="folder">The output of a project with its packages, the list of their dependencies beside them; null
    /// for the framework alone.</param>
    public SourceTreeLibraries(string? folder)
    {
        if (folder is null) return;
        Dictionary<string, string> packages = ReadPackages(folder);
        // The framework's own assemblies win over copies of them beside a library.
        foreach (string path in Directory.EnumerateFiles(folder, "*.dll").Order())
        {
            string file = Path.GetFileName(path);
            string package = packages.GetValueOrDefault(file, Path.GetFileNameWithoutExtension(path));
            if ((!s_framework.Contains(file) || package == Windows) && IsManaged(path)) _assemblies.Add((package, MetadataReference.CreateFromFile(path)));
        }
    }

    /// <summary>
    /// The framework, and what these packages bring; all there is where it cannot be read what a project asks for.
    /// </summary>
    /// <param name="packages">What the project refers to; null where that cannot be read.</param>
    /// <param name="isWeb">Whether it has the web part of the framework.</param>
    /// <param name="hasWindow">Whether it has the part that draws windows.</param>
    public IEnumerable<MetadataReference> Of(IReadOnlyCollection<string>? packages, bool isWeb, bool hasWindow)
    {
        HashSet<string> wanted = new(StringComparer.OrdinalIgnoreCase);
        foreach (string package in packages ?? []) Want(package, wanted);
        MetadataReference[] own = [.. _assemblies.Where(each => each.Package == Windows ? hasWindow : packages is null || wanted.Contains(each.Package)).Select(each => each.Assembly)];
        // Windows bring the whole of what the framework has a shadow of: WindowsBase.
        HashSet<string> brought = [.. own.Select(NameOf)];
        return [.. SourceTree.Framework.Where(each => !brought.Contains(NameOf(each)) && (isWeb || !NameOf(each).StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal))), .. own];
    }

    private static string NameOf(MetadataReference assembly) => Path.GetFileName(assembly.Display!);

    // A package that is not listed brings what is named like it; one that is not there at all those that it is named
    // for: X.EntityFrameworkCore.Y brings Entity Framework.
    private void Want(string package, HashSet<string> wanted)
    {
        // <Reference Include="System" /> asks for a part of the framework, and not for all packages that begin like it.
        if (!wanted.Add(package) || !_dependencies.ContainsKey(package) && s_framework.Contains(package + ".dll")) return;
        if (_dependencies.TryGetValue(package, out string[]? own))
        {
            foreach (string other in own) Want(other, wanted);
            return;
        }
        string[] parts = [.. _assemblies.Select(each => each.Package)
            .Where(each => (each + ".").StartsWith(package + ".", StringComparison.OrdinalIgnoreCase))];
        foreach (string part in parts) Want(part, wanted);
        if (parts.Length > 0) return;
        string[] words = package.Split('.');
        foreach ((string named, MetadataReference _) in _assemblies)
        {
            if (words.Contains(Subject(named), StringComparer.OrdinalIgnoreCase)) Want(named, wanted);
        }
    }

    private static string Subject(string package) =>
        package.Split('.') is [var maker, var subject, ..] && s_makers.Contains(maker) ? subject : package.Split('.')[0];

    // Which package each file is of, and what each package brings along.
    private Dictionary<string, string> ReadPackages(string folder)
    {
        Dictionary<string, string> packages = new(StringComparer.OrdinalIgnoreCase);
        foreach (string list in Directory.EnumerateFiles(folder, "*.deps.json"))
        {
            using JsonDocument json = JsonDocument.Parse(File.ReadAllText(list));
            foreach (JsonProperty package in json.RootElement.GetProperty("targets").EnumerateObject().SelectMany(target => target.Value.EnumerateObject()))
            {
                string id = package.Name.Split('/')[0];
                _dependencies[id] = package.Value.TryGetProperty("dependencies", out JsonElement others) ? [.. others.EnumerateObject().Select(other => other.Name)] : [];
                if (!package.Value.TryGetProperty("runtime", out JsonElement files)) continue;
                foreach (JsonProperty file in files.EnumerateObject()) packages[Path.GetFileName(file.Name)] = id;
            }
        }
        return packages;
    }

    private static bool IsManaged(string path)
    {
        using FileStream file = File.OpenRead(path);
        using PEReader reader = new(file);
        return reader.HasMetadata;
    }
}
