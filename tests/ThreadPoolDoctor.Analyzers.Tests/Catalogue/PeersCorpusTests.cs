using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>
/// The corpus on which tests/peers/run.sh compares the rules with others': its comments say which lines hold a pool thread.
/// </summary>
public sealed class PeersCorpusTests
{
    private const string UsingsOfWebProjects = """
        global using Microsoft.AspNetCore.Builder;
        global using Microsoft.AspNetCore.Hosting;
        global using Microsoft.AspNetCore.Http;
        global using Microsoft.AspNetCore.Routing;
        global using Microsoft.Extensions.Configuration;
        global using Microsoft.Extensions.DependencyInjection;
        global using Microsoft.Extensions.Hosting;
        global using Microsoft.Extensions.Logging;
        """;

    [Fact]
    public async Task Of_the_lines_that_the_peers_are_compared_on_those_marked_as_items_are_told_and_no_other()
    {
        string[] files = [.. Directory.EnumerateFiles(Folder(), "*.cs").Order(StringComparer.Ordinal)];
        string[] sources = [.. files.Select(File.ReadAllText)];
        (Compilation compilation, ImmutableArray<Diagnostic> told) = await Examine.Run([.. sources, UsingsOfWebProjects], new());
        compilation.GetDiagnostics().Where(each => each.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();

        string[] marked = [.. sources.SelectMany((source, file) => source.Split('\n')
            .Select((line, number) => (line, number)).Where(each => each.line.TrimEnd().EndsWith("// item", StringComparison.Ordinal))
            .Select(each => $"{Path.GetFileName(files[file])}:{each.number + 1}"))];
        marked.Length.ShouldBeGreaterThan(200);
        Dictionary<string, string> names = files.Select((file, index) => (file, index))
            .ToDictionary(each => $"Test{each.index}.cs", each => Path.GetFileName(each.file));
        string[] found = [.. told.Where(each => each.Id is "TPD001" or "TPD002" or "TPD003" or "TPD004").Select(each => each.Location.GetLineSpan())
            .Select(span => $"{names[Path.GetFileName(span.Path)]}:{span.StartLinePosition.Line + 1}").Distinct()];
        marked.Except(found).ShouldBeEmpty("marked, and not told");
        found.Except(marked).ShouldBeEmpty("told, and not marked");
    }

    private static string Folder([CallerFilePath] string self = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(self)!, "..", "..", "peers", "Corpus"));
}
