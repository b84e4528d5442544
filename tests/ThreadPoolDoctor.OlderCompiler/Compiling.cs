using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.OlderCompiler;

/// <summary>
/// Compiles with analyzers and writes what csc would write. The arguments and the compiler's version are kept beside
/// the output.
/// </summary>
internal static class Compiling
{
    public static async Task<int> Run(Job job, string[] arguments)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            job.Arguments.CompilationName, [.. job.Arguments.SourceFiles.Select(file => Parse(file.Path, job))], job.References(), job.CompilationOptions);
        CompilationWithAnalyzers examined = compilation.WithAnalyzers(job.Analyzers(), job.AnalyzerOptions);
        bool failed = false;
        foreach (Diagnostic diagnostic in await examined.GetAllDiagnosticsAsync())
        {
            if (diagnostic.Severity < DiagnosticSeverity.Warning) continue;
            failed |= diagnostic.Severity == DiagnosticSeverity.Error;
            Console.WriteLine(diagnostic);
        }
        return !failed && Emit(job, compilation, arguments) ? 0 : 1;
    }

    private static SyntaxTree Parse(string path, Job job)
    {
        using FileStream file = File.OpenRead(path);
        return CSharpSyntaxTree.ParseText(SourceText.From(file), job.Arguments.ParseOptions, path);
    }

    private static bool Emit(Job job, CSharpCompilation compilation, string[] arguments)
    {
        string output = Path.Combine(job.Arguments.OutputDirectory, job.Arguments.OutputFileName!);
        using (FileStream assembly = File.Create(output))
        using (FileStream symbols = File.Create(Path.ChangeExtension(output, ".pdb")))
        {
            EmitResult result = compilation.Emit(assembly, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
            if (!result.Success) return false;
        }
        if (job.Arguments.OutputRefFilePath is { } face) File.Copy(output, face, overwrite: true);
        // The response file that MSBuild hands over is gone after the build.
        IEnumerable<string> whole = arguments.SelectMany(argument => argument.StartsWith('@') ? File.ReadAllLines(argument[1..]) : [argument]);
        File.WriteAllLines(Path.Combine(job.Arguments.OutputDirectory, "older.rsp"),
            [$"# Roslyn {typeof(CSharpCompilation).Assembly.GetName().Version}", .. whole.Where(argument => argument != "/noconfig")]);
        return true;
    }
}
