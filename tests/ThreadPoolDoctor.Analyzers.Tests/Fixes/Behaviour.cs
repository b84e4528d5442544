using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// Runs a program, cures it of everything that the rules report, runs it again and compares what it printed.
/// </summary>
internal static class Behaviour
{
    private static readonly string[] s_ids = ["TPD001", "TPD002", "TPD003", "TPD004", "TPD005", "TPD007", "TPD008"];

    /// <summary>Returns the cured source.</summary>
    public static async Task<string> IsKept(string source)
    {
        Project sick = Compiled.Project([source], OutputKind.ConsoleApplication);
        string before = await Run(sick);
        Project cured = await Cure(sick);
        string text = (await cured.Documents.Single(d => d.Name == "Test0.cs").GetTextAsync()).ToString();
        text.ShouldNotBe(source, "nothing was reported and cured");
        await Fix.AssertSound(cured);
        string after = await Run(cured);
        if (after != before) Assert.Fail($"--- before\n{before}\n--- after\n{after}\n--- of\n{text}");
        return text;
    }

    public static async Task<Project> Cure(Project project)
    {
        foreach (string id in s_ids)
        {
            Compilation compilation = (await project.GetCompilationAsync())!;
            ImmutableArray<Diagnostic> reports = [.. (await compilation.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync()).Where(d => d.Id == id)];
            if (reports.Length == 0) continue;
            Solution changed = await Fix.FixAll(Fix.Curing(id), project, reports, FixAllScope.Solution);
            project = changed.GetProject(project.Id)!;
        }
        return project;
    }

    /// <summary>
    /// What the program prints, and how it ends. In a process of its own: a work item may end the process, and that is
    /// part of its behaviour.
    /// </summary>
    public static async Task<string> Run(Project project, params string[] libraries)
    {
        string folder = Directory.CreateTempSubdirectory("tpd-behaviour-").FullName;
        try
        {
            string program = Path.Combine(folder, "program.dll");
            foreach (string library in libraries) File.Copy(library, Path.Combine(folder, Path.GetFileName(library)));
            var emitted = (await project.GetCompilationAsync())!.Emit(program);
            emitted.Success.ShouldBeTrue(string.Join('\n', emitted.Diagnostics));
            await File.WriteAllTextAsync(Path.Combine(folder, "program.runtimeconfig.json"), $$"""
                { "runtimeOptions": { "tfm": "net{{Environment.Version.Major}}.0", "framework": { "name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}" } } }
                """);
            ProcessStartInfo start = new("dotnet", [program]) { RedirectStandardOutput = true, WorkingDirectory = folder };
            using Process process = Process.Start(start)!;
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            using CancellationTokenSource limit = new(TimeSpan.FromMinutes(1));
            await process.WaitForExitAsync(limit.Token);
            return $"{await output}exit code {process.ExitCode}";
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
