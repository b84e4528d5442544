using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Whose code a module is.</summary>
internal enum Origin
{
    /// <summary>The program's own, or not known to be anybody else's.</summary>
    Own,

    /// <summary>It came with a package.</summary>
    Package,

    /// <summary>A part of .NET.</summary>
    Framework,
}

/// <summary>
/// Tells the program's own modules from those of packages, which may come with sources too, and from the framework. The
/// program's <c>.deps.json</c> knows; without it (a single file, code out of memory) the module's folder and name
/// decide.
/// </summary>
internal sealed class Origins(TargetFiles files, Func<IEnumerable<ModuleImage>> loaded)
{
    private readonly Dictionary<ModuleImage, Origin> _known = [];
    private readonly Dictionary<string, IReadOnlyDictionary<string, Origin>> _byFolder = [];

    public Origin Of(ModuleImage module)
    {
        if (!_known.TryGetValue(module, out Origin origin)) _known[module] = origin = Judge(module);
        return origin;
    }

    private Origin Judge(ModuleImage module)
    {
        if (FrameworkAssemblies.IsShared(module.Path) || FrameworkAssemblies.IsMachinery(module.Assembly)) return Origin.Framework;
        Origin? told = Told(module);
        return told is not Origin.Own && FrameworkAssemblies.HasFrameworkName(module.Assembly) ? Origin.Framework : told ?? Origin.Own;
    }

    private Origin? Told(ModuleImage module)
    {
        if (module.Folder is not { } folder) return null;
        if (!_byFolder.TryGetValue(folder, out IReadOnlyDictionary<string, Origin>? origins))
        {
            _byFolder[folder] = origins = Read(folder);
        }
        return origins.TryGetValue(module.Assembly, out Origin told) ? told : null;
    }

    /// <summary>
    /// The list bears the name of the program, which is one of the modules that were loaded from the folder.
    /// </summary>
    private IReadOnlyDictionary<string, Origin> Read(string folder) => loaded()
        .Where(module => module.Folder == folder)
        .Select(module => module.Assembly)
        .Distinct(StringComparer.Ordinal)
        .SelectMany(program => files.Read(folder + program + ".deps.json").Concat(files.ReadBundled(program + ".deps.json")))
        .Select(bytes => Untrusted.Read(() => Parse(bytes)))
        .FirstOrDefault(origins => origins is not null) ?? new Dictionary<string, Origin>();

    /// <summary>Names of assemblies, by the kind of the library that brought them.</summary>
    private static Dictionary<string, Origin> Parse(byte[] bytes)
    {
        using JsonDocument document = JsonDocument.Parse(bytes);
        Dictionary<string, Origin> kinds = [];
        foreach (JsonProperty library in document.RootElement.GetProperty("libraries").EnumerateObject())
        {
            Origin? kind = library.Value.GetProperty("type").GetString() switch
            {
                "project" => Origin.Own,
                "package" => Origin.Package,
                _ => null,
            };
            if (kind is { } known) kinds[library.Name] = known;
        }
        Dictionary<string, Origin> origins = new(StringComparer.Ordinal);
        foreach (JsonProperty target in document.RootElement.GetProperty("targets").EnumerateObject())
        {
            foreach (JsonProperty library in target.Value.EnumerateObject())
            {
                if (!kinds.TryGetValue(library.Name, out Origin kind)) continue;
                foreach (string group in (string[])["runtime", "runtimeTargets"])
                {
                    if (!library.Value.TryGetProperty(group, out JsonElement assemblies)) continue;
                    foreach (JsonProperty assembly in assemblies.EnumerateObject())
                    {
                        origins[Path.GetFileNameWithoutExtension(assembly.Name)] = kind;
                    }
                }
            }
        }
        return origins;
    }
}
