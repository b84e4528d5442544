using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// What one project's build has told is not told again by those that refer to it: a log that waits has one cure, and as
/// many callers as there are projects.
/// </summary>
public sealed class ToldOnceTests
{
    public static TheoryData<bool> Ways { get; } = [true, false];

    private const string Log = "namespace Shop { public static class Log { public static void Write() => Thread.Sleep(500); } }";

    private const string Orders = "namespace Shop { public class Orders { public async Task Load() { await Task.Yield(); Log.Write(); } } }";

    private const string Web = "namespace Shop { public class Web { public async Task Get() { await Task.Yield(); Log.Write(); } } }";

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task By_the_first_that_comes_to_it(bool bySource) =>
        (await Build(bySource, new(), ("Log", Log), ("Orders", Orders), ("Web", Web))).ShouldBe(["Orders.cs: Log.cs"]);

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task And_by_the_project_that_it_stands_in(bool bySource)
    {
        const string Waits = "namespace Shop { public static class Log { public static void Write() => Thread.Sleep(500); static Task Begin() => Task.Run(Write); } }";
        (await Build(bySource, new(), ("Log", Waits), ("Orders", Orders), ("Web", Web))).ShouldBe(["Log.cs: Log.cs"]);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Another_place_is_told_as_well(bool bySource)
    {
        const string More = """
            namespace Shop
            {
                public static class Log
                {
                    public static void Write() => Thread.Sleep(500);
                    public static void Close() => Thread.Sleep(700);
                }
            }
            """;
        (await Build(bySource, new(), ("Log", More), ("Orders", Orders), ("Web", Web.Replace("Write", "Close")))).ShouldBe(["Orders.cs: Log.cs", "Web.cs: Log.cs"]);
    }

    /// <summary>Who was only told that it might be better has not been warned.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_suggestion_is_no_warning(bool bySource)
    {
        const string Cold = "namespace Shop { class Starting : Microsoft.Extensions.Hosting.IHostedService { public async Task StartAsync(CancellationToken t) { await Task.Yield(); Log.Write(); } public Task StopAsync(CancellationToken t) => Task.CompletedTask; } }";
        (await Build(bySource, new(), ("Log", Log), ("Orders", Cold), ("Web", Web))).ShouldBe(["Orders.cs: Log.cs, suggested", "Web.cs: Log.cs"]);
    }

    /// <summary>Nobody sees what is switched off there.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Where_the_rule_is_switched_off_nothing_was_told(bool bySource) =>
        (await Build(bySource, new(), ("Log", Log), ("Orders", "#pragma warning disable TPD002\n" + Orders), ("Web", Web))).ShouldBe(["Web.cs: Log.cs"]);

    /// <summary>Nor what its makers were told of a package.</summary>
    [Fact]
    public async Task A_package_was_told_to_others()
    {
        Settings packed = new() { Config = { [SummaryOfProject.PackageKey] = "Shop.Orders" } };
        (await Build(false, packed, ("Log", Log), ("Orders", Orders), ("Web", Web))).ShouldBe(["Orders.cs: Log.cs", "Web.cs: Log.cs"]);
    }

    // All that the builds say, in the order of the projects, each of which refers to those before it: where it is told,
    // and where the wait is.
    private static async Task<string[]> Build(bool bySource, Settings settings, params (string Name, string Source)[] projects)
    {
        List<MetadataReference> references = [];
        settings = settings with { Files = [] };
        settings.Config[DoctorOptions.BuildKey] = "true";
        List<string> told = [];
        foreach ((string name, string source) in projects)
        {
            CSharpCompilation compilation = CSharpCompilation.Create(
                name,
                [CSharpSyntaxTree.ParseText(Compiled.GlobalUsings, Compiled.ParseOptions), CSharpSyntaxTree.ParseText(source, Compiled.ParseOptions, $"/src/{name}.cs")],
                [.. Compiled.References, .. references], Compiled.Options);
            using MemoryStream image = new();
            compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
            ImmutableArray<Diagnostic> found = await compilation.WithAnalyzers(Examine.Rules, settings.AnalyzerOptions()).GetAnalyzerDiagnosticsAsync();
            told.AddRange(found.Select(each => $"{FileOf(each.Location)}: {FileOf(each.AdditionalLocations.LastOrDefault() ?? each.Location)}{(each.Severity == DiagnosticSeverity.Info ? ", suggested" : "")}"));
            references.Add(bySource ? compilation.ToMetadataReference() : MetadataReference.CreateFromImage(image.ToArray()));
            if (!bySource) settings.Files[$"/bin/{name}.threadpooldoctor.summary.txt"] = SummaryWriter.Summarize(Examination.Of(compilation, settings.AnalyzerOptions(), default));
        }
        return [.. told];

        static string FileOf(Location place) => Path.GetFileName(place.GetLineSpan().Path);
    }
}
