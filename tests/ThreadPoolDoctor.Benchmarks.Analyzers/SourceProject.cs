using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// From project files to compilations without MSBuild: sources below the project's folder, project references with what
/// they refer to in turn, global usings and friends. No target runs, so generated sources (gRPC, Razor) are missing.
/// </summary>
internal sealed class SourceProject
{
    private const string ImplicitUsings = """
        global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq;
        global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;

        """;

    private const string WebUsings = """
        global using System.Net.Http.Json; global using Microsoft.AspNetCore.Builder; global using Microsoft.AspNetCore.Hosting;
        global using Microsoft.AspNetCore.Http; global using Microsoft.AspNetCore.Routing; global using Microsoft.Extensions.Configuration;
        global using Microsoft.Extensions.DependencyInjection; global using Microsoft.Extensions.Hosting; global using Microsoft.Extensions.Logging;

        """;

    private static readonly string[] s_symbols =
    [
        "TRACE", "NET", "NETCOREAPP", "NET10_0", "NETCOREAPP2_0_OR_GREATER", "NETCOREAPP2_1_OR_GREATER", "NETCOREAPP3_0_OR_GREATER", "NETCOREAPP3_1_OR_GREATER",
        "NET5_0_OR_GREATER", "NET6_0_OR_GREATER", "NET7_0_OR_GREATER", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER",
    ];

    private readonly List<SourceProject> _references = [];
    private readonly string _folder;
    private readonly XElement _xml;
    private readonly List<XElement> _files;

    private SourceProject(string path, Dictionary<string, SourceProject> known)
    {
        _folder = Path.GetDirectoryName(path)!;
        _xml = XElement.Load(path);
        HashSet<string> seen = [];
        _files = [.. Above(_folder, "Directory.Build.props") is { } props ? Files(props, seen) : [], .. Files(path, seen), .. Above(_folder, "Directory.Build.targets") is { } targets ? Files(targets, seen) : []];
        Name = Values("AssemblyName").LastOrDefault(name => !name.Contains('$')) ?? Path.GetFileNameWithoutExtension(path);
        known.Add(path, this);
    }

    public string Name { get; }

    public CSharpCompilation Compilation { get; private set; } = null!;

    /// <summary>What it refers to itself, not through others.</summary>
    public IReadOnlyList<SourceProject> References => _references;

    /// <summary>Whether the project, or what is above it, switches nullable reference types on.</summary>
    public bool IsNullable => Values("Nullable").LastOrDefault()?.ToLowerInvariant() is "enable" or "annotations" or "warnings";

    /// <summary>The compilation of a project; what it refers to is compiled first, once for all.</summary>
    public static SourceProject Open(string path, SourceTreeLibraries libraries, Dictionary<string, SourceProject> known)
    {
        if (known.TryGetValue(path, out SourceProject? project)) return project;
        project = new SourceProject(path, known);
        foreach (string include in project.Includes("ProjectReference"))
        {
            // One that is being opened refers back to this one: not how a project builds.
            if (PathOnDisk.Of(Path.GetFullPath(Path.Combine(project._folder, include))) is not { } other
                || !other.EndsWith(".csproj") || known.TryGetValue(other, out SourceProject? open) && open.Compilation is null) continue;
            project._references.Add(Open(other, libraries, known));
        }
        project.Compilation = project.Compile(libraries);
        return project;
    }

    private bool IsWebProgram => _xml.Attribute("Sdk")?.Value.Contains("Web") == true;

    // By its kind, by asking for that part of the framework, or through a package for it.
    private bool IsWeb => IsWebProgram || Names("FrameworkReference").Concat(OwnPackages()).Any(name => name.Contains("AspNetCore"));

    private bool HasWindow => Values("UseWPF").Concat(Values("UseWindowsForms")).Any(value => value.ToLowerInvariant() == "true");

    private CSharpCompilation Compile(SourceTreeLibraries libraries)
    {
        CSharpParseOptions options = new(LanguageVersion.Preview, preprocessorSymbols: s_symbols.Concat(OwnSymbols()));
        bool isWeb = IsWebProgram;
        List<SyntaxTree> trees = [CSharpSyntaxTree.ParseText(Preamble(isWeb), options)];
        foreach (string file in Sources()) trees.Add(CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file));
        bool isExe = isWeb && !Values("OutputType").Contains("Library") || Values("OutputType").Any(type => type.Contains("Exe", StringComparison.OrdinalIgnoreCase));
        HashSet<SourceProject> all = [];
        foreach (SourceProject reference in _references) reference.AddTo(all);
        HashSet<string> own = new(all.Select(project => project.Name), StringComparer.OrdinalIgnoreCase);
        string[]? packages = Packages(all);
        return CSharpCompilation.Create(Name, trees,
            [.. libraries.Of(packages, packages is null || all.Append(this).Any(project => project.IsWeb), all.Append(this).Any(project => project.HasWindow)).Where(library => !own.Contains(Path.GetFileNameWithoutExtension(library.Display) ?? "")), .. all.Select(project => project.Compilation.ToMetadataReference())],
            new CSharpCompilationOptions(Values("OutputType").Contains("WinExe") ? OutputKind.WindowsApplication : isExe ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
    }

    private void AddTo(HashSet<SourceProject> all)
    {
        if (!all.Add(this)) return;
        foreach (SourceProject reference in _references) reference.AddTo(all);
    }

    /// <summary>
    /// What this project asks for, itself or through the projects that it refers to; null where it cannot be read.
    /// </summary>
    private string[]? Packages(HashSet<SourceProject> all)
    {
        string[] packages = [.. all.Append(this).SelectMany(project => project.OwnPackages())];
        return packages.Any(package => package.Contains('$')) ? null : packages;
    }

    // By reference, by an old project's list, or by its assembly's name.
    private IEnumerable<string> OwnPackages() =>
    [
        .. Names("PackageReference"), .. Names("GlobalPackageReference"), .. Names("Reference").Select(name => name.Split(',')[0].Trim()).Where(name => !name.Contains('$')),
        .. Path.Combine(_folder, "packages.config") is var list && File.Exists(list) ? XElement.Load(list).Elements().Select(package => package.Attribute("id")?.Value).OfType<string>() : [],
        .. Path.Combine(_folder, "paket.references") is var lines && File.Exists(lines) ? File.ReadLines(lines).Select(line => line.Trim().Split(' ')[0]) : [],
    ];

    private IEnumerable<string> Names(string item) =>
        Items(item).Select(element => element.Attribute("Include")?.Value).OfType<string>().SelectMany(value => value.Split(';'));

    private string Preamble(bool isWeb)
    {
        string usings = Values("ImplicitUsings").Any(value => value.ToLowerInvariant() is "enable" or "true") ? ImplicitUsings + (isWeb ? WebUsings : "") : "";
        foreach (string space in Includes("Using")) usings += $"global using {space};\n";
        foreach (string friend in Includes("InternalsVisibleTo")) usings += $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{friend.Split(',')[0]}\")]\n";
        return usings;
    }

    private IEnumerable<string> Sources()
    {
        // Folders with a project of their own are that project's.
        string[] others = [.. Directory.EnumerateFiles(_folder, "*.csproj", SearchOption.AllDirectories).Select(path => Path.GetDirectoryName(path) + "/").Where(path => path != _folder + "/")];
        string[] removed = [.. Items("Compile").Select(item => item.Attribute("Remove")?.Value.Replace('\\', '/')).OfType<string>().Where(path => !path.Contains('$') && path.TrimEnd('*', '/', '.', 'c', 's').Length > 0)];
        HashSet<string> files = [.. Directory.EnumerateFiles(_folder, "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/obj/") && !file.Contains("/bin/") && !others.Any(other => file.StartsWith(other)))
            .Where(file => !removed.Any(path => path.Contains('*') ? file.StartsWith(Path.Combine(_folder, path[..path.IndexOf('*')])) && path.StartsWith("**") is false : file == Path.Combine(_folder, path)))];
        foreach (string include in Includes("Compile"))
        {
            string path = Path.GetFullPath(Path.Combine(_folder, include));
            if (!include.Contains('*')) files.Add(path);
            else if (Directory.Exists(path[..path.IndexOf('*')])) files.UnionWith(Directory.EnumerateFiles(path[..path.IndexOf('*')], "*.cs", include.Contains("**") ? SearchOption.AllDirectories : SearchOption.TopDirectoryOnly));
        }
        return files.Where(File.Exists).Order();
    }

    private IEnumerable<string> Includes(string item) =>
        Items(item).Where(IsReferred).Select(element => element.Attribute("Include")?.Value.Replace('\\', '/')).OfType<string>().Where(value => !value.Contains('$') && !value.Contains(';'));

    // A project that only has to be built before brings none of its types.
    private static bool IsReferred(XElement element) =>
        !"false".Equals(element.Attribute("ReferenceOutputAssembly")?.Value, StringComparison.OrdinalIgnoreCase);

    // What one framework or configuration alone defines is left out.
    private IEnumerable<string> OwnSymbols() => Items("DefineConstants")
        .Where(element => element.AncestorsAndSelf().All(each => each.Attribute("Condition") is null))
        .SelectMany(element => element.Value.Split(';')).Select(symbol => symbol.Trim()).Where(symbol => symbol.Length > 0 && !symbol.Contains('$'));

    private IEnumerable<string> Values(string property) => Items(property).Select(element => element.Value.Trim());

    /// <summary>
    /// Elements of this name in the project, in the Directory.Build.props above it and in what they import; conditions
    /// are not read.
    /// </summary>
    private IEnumerable<XElement> Items(string name) => _files.SelectMany(file => file.Descendants()).Where(element => element.Name.LocalName.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<XElement> Files(string path, HashSet<string> seen)
    {
        if (!seen.Add(path) || !File.Exists(path)) yield break;
        XElement xml = XElement.Load(path);
        foreach (XElement import in xml.Descendants().Where(element => element.Name.LocalName == "Import"))
        {
            if (Imported(import.Attribute("Project")?.Value.Replace('\\', '/') ?? "", Path.GetDirectoryName(path)!) is not { } other) continue;
            foreach (XElement file in Files(other, seen)) yield return file;
        }
        yield return xml;
    }

    // A path as it stands, one from this file's folder, or one from where a file of some name is found further up.
    private static string? Imported(string project, string folder)
    {
        if (!project.Contains('$')) return Path.GetFullPath(Path.Combine(folder, project));
        const string Here = "$(MSBuildThisFileDirectory)";
        if (project.StartsWith(Here)) return project.LastIndexOf('$') > 0 ? null : Path.GetFullPath(Path.Combine(folder, project[Here.Length..].TrimStart('/')));
        Match above = Regex.Match(project, @"'(?<name>[\w.]+)'(?:\s*,\s*'[^']*')?[^']*?\)(?<rest>/[\w./]+)?$");
        if (!above.Success) return null;
        string? found = Above(project.Contains("GetPathOfFileAbove") ? Path.GetDirectoryName(folder) : folder, above.Groups["name"].Value);
        return found is null || !above.Groups["rest"].Success ? found : Path.GetDirectoryName(found) + above.Groups["rest"].Value;
    }

    private static string? Above(string? folder, string name)
    {
        for (; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (File.Exists(Path.Combine(folder, name))) return Path.Combine(folder, name);
        }
        return null;
    }
}
