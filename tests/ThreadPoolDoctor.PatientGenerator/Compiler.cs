using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.PatientGenerator.Writing;

namespace ThreadPoolDoctor.PatientGenerator;

/// <summary>
/// Compiles a generated program into a folder, in this process: a build by MSBuild takes ten times as long.
/// </summary>
internal static class Compiler
{
    private static readonly MetadataReference[] s_framework = [.. Directory
        .GetFiles(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "*.dll")
        .Where(IsManaged)
        .Select(file => MetadataReference.CreateFromFile(file))];

    /// <summary>The sources that every program shares, by file name.</summary>
    public static IEnumerable<(string Name, string Text)> Resources()
    {
        var assembly = typeof(Compiler).Assembly;
        foreach (string name in assembly.GetManifestResourceNames().Where(name => name.StartsWith("Support/", StringComparison.Ordinal)).Order())
        {
            using StreamReader reader = new(assembly.GetManifestResourceStream(name)!);
            yield return (Path.GetFileName(name), reader.ReadToEnd());
        }
    }

    /// <summary>Writes sources, assembly and symbols into the folder; returns the assembly to run.</summary>
    public static string Compile(GeneratedPatient patient, string folder)
    {
        Directory.CreateDirectory(folder);
        List<MetadataReference> references = [.. s_framework];
        if (patient.Library is { } library)
        {
            string file = Path.Combine(folder, "Vendor.dll");
            Emit("Vendor", [Parse(library, "Vendor.cs")], references, OutputKind.DynamicallyLinkedLibrary, Symbols.None, optimised: true, file);
            references.Add(MetadataReference.CreateFromFile(file));
        }
        List<SyntaxTree> trees = [];
        foreach ((string name, string text) in patient.Files)
        {
            string path = Path.Combine(folder, name);
            File.WriteAllText(path, text);
            trees.Add(Parse(text, path));
        }
        foreach ((string name, string text) in Resources()) trees.Add(Parse(text, "/support/" + name));
        string program = Path.Combine(folder, patient.Name + ".dll");
        Emit(patient.Name, trees, references, OutputKind.ConsoleApplication, patient.Symbols, patient.IsOptimised, program);
        File.WriteAllText(Path.Combine(folder, patient.Name + ".runtimeconfig.json"), RuntimeConfig);
        // Without symbols a file is believed when it is older than the process, whose start the kernel tells in
        // hundredths of a second.
        foreach (string file in Directory.GetFiles(folder, "*.dll")) File.SetLastWriteTimeUtc(file, DateTime.UtcNow.AddSeconds(-5));
        return program;
    }

    private static string RuntimeConfig { get; } = $$$"""
        {"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"{{{Environment.Version.Major}}}.0.0"},"rollForward":"Major"}}
        """;

    private static SyntaxTree Parse(string text, string path) =>
        CSharpSyntaxTree.ParseText(SourceText.From(text, Encoding.UTF8), new CSharpParseOptions(LanguageVersion.Latest), path);

    private static void Emit(
        string name, IEnumerable<SyntaxTree> trees, IEnumerable<MetadataReference> references, OutputKind kind, Symbols symbols, bool optimised, string file)
    {
        CSharpCompilationOptions options = new(
            kind, optimizationLevel: optimised ? OptimizationLevel.Release : OptimizationLevel.Debug, nullableContextOptions: NullableContextOptions.Enable);
        CSharpCompilation compilation = CSharpCompilation.Create(name, trees, references, options);
        using FileStream assembly = File.Create(file);
        using FileStream? pdb = symbols == Symbols.Beside ? File.Create(Path.ChangeExtension(file, ".pdb")) : null;
        EmitResult result = compilation.Emit(assembly, pdb, options: new(
            debugInformationFormat: symbols == Symbols.Embedded ? DebugInformationFormat.Embedded : DebugInformationFormat.PortablePdb));
        if (result.Success) return;
        throw new InvalidOperationException($"A generated program does not compile:\n{string.Join('\n',
            result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error))}");
    }

    private static bool IsManaged(string file)
    {
        using FileStream stream = File.OpenRead(file);
        using System.Reflection.PortableExecutable.PEReader reader = new(stream);
        return reader.HasMetadata;
    }
}
