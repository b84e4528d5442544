using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// A call into another project is told once, whatever waits behind it: it has one cure, and the places there are seen
/// in its locations.
/// </summary>
public sealed class OneCallTests
{
    private static readonly Settings s_byItem = new()
    {
        Config = { [DoctorOptions.BuildKey] = "true", [DoctorOptions.ReportAtKey] = "work_item" },
    };

    private const string Data = """
        namespace Shop.Data;
        public class Orders
        {
            public void All() { Thread.Sleep(5); Near(); Far(); }
            void Near() => System.Net.Dns.GetHostAddresses("a");
            static void Far() => System.Net.Dns.GetHostEntry("a");
            public void One() { Thread.Sleep(11); Thread.Sleep(12);
                Thread.Sleep(13); }
            public void Two() { Thread.Sleep(21);
                Thread.Sleep(22); }
            public void Single() => Thread.Sleep(31);
            public void Save(Orders? all, string name)
            {
                if (name != null) Thread.Sleep(41);
                Thread.Sleep(42);
            }
        }
        """;

    public static TheoryData<bool> Ways { get; } = [true, false];

    private const string ToAwait = " there, and make the calls on the way async";

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Where_one_place_waits_there_are_no_more(bool bySource) =>
        (await Told(Build(), bySource, "orders.Single();")).ShouldBe([$"5 Orders.Single -> Thread.Sleep blocks the pool thread that runs Load; await Task.Delay{ToAwait} [11]"]);

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_nearest_is_told_and_how_many_there_are_more(bool bySource)
    {
        (await Told(Build(), bySource, "orders.All();")).ShouldBe(
        [
            $"5 Orders.All -> Thread.Sleep blocks the pool thread that runs Load, and so do 2 more places behind the call; await Task.Delay{ToAwait} [4 5 6]",
        ]);
        (await Told(Build(), bySource, "orders.Two();")).Single().ShouldContain("runs Load, and so does 1 more place behind the call; await");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task So_it_is_for_several_work_items(bool bySource)
    {
        (await Told(Build(), bySource, "orders.All(); } async Task Save() { await Task.Yield(); orders.All();")).ShouldBe(
        [
            "5 Thread.Sleep (Shop.Data.cs:4) blocks pool threads of 2 work items, as in Orders.All -> Thread.Sleep (Shop.Web.cs:5), and so do 2 more places behind the call; "
                + $"await Task.Delay{ToAwait} [4 5 6]",
        ]);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task So_it_is_behind_a_helper(bool bySource) =>
        (await Told(Build(), bySource, "Help(); } void Help() { orders.Two();")).Single()
            .ShouldStartWith("5 Help -> Orders.Two -> Thread.Sleep blocks the pool thread that runs Load, and so does 1 more place");

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Two_calls_on_one_line_are_two(bool bySource)
    {
        (await Told(Build(), bySource, "orders.One(); orders.Two();")).Select(Locations).ShouldBe(["[7 8]", "[9 10]"]);
        (await Told(Build(), bySource, "Help(); } void Help() { orders.One(); orders.Two();")).Select(Locations).ShouldBe(["[7 8]", "[9 10]"]);
    }

    /// <summary>A place that another call has told is not told again.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Who_hands_over_null_is_told_what_is_left(bool bySource)
    {
        (await Told(Build(), bySource, "orders.Save(orders, null);")).Select(Locations).ShouldBe(["[15]"]);
        (await Told(Build(), bySource, "orders.Save(orders, \"a\");")).Select(Locations).ShouldBe(["[14 15]"]);
        (await Told(Build(), bySource, "orders.Save(orders, \"a\"); orders.Save(orders, null);")).Select(Locations).ShouldBe(["[14 15]"]);
        (await Told(Build(), bySource, "orders.Save(orders, null); orders.Save(orders, \"a\");")).Select(Locations).ShouldBe(["[15]", "[14]"]);
    }

    /// <summary>An editor, and a build that tells each call, look no further than to the nearest place.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task An_editor_underlines_the_same_call(bool bySource)
    {
        const string Nearest = $"5 Orders.All -> Thread.Sleep blocks the pool thread that runs Load; await Task.Delay{ToAwait} [4]";
        (await Told(new(), bySource, "orders.All();")).ShouldBe([Nearest]);
        (await Told(s_byItem, bySource, "orders.All(); orders.All();")).ShouldBe([Nearest, Nearest]);
    }

    /// <summary>
    /// A suggestion must not hide what is a warning: a library's own files are one, and names of hosts are not.
    /// </summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_worst_is_told_before_the_nearest(bool bySource)
    {
        const string Files = """
            namespace Shop.Data;
            public class Orders { public void All() { File.ReadAllText("a");
                Far(); }
                static void Far() => System.Net.Dns.GetHostEntry("a"); }
            """;
        Diagnostic found = (await OtherProjectTests.RunIn(Build(), false, bySource, ("Shop.Data", Files), Web("orders.All();"))).Found.Single();
        found.Severity.ShouldBe(DiagnosticSeverity.Warning);
        found.GetMessage().ShouldStartWith("Orders.All -> Far -> Dns.GetHostEntry blocks the pool thread that runs Load, and so does 1 more place");
        found.AdditionalLocations.Select(Line).ShouldBe([4, 2]);
        found.Properties[DiagnosticProperties.Also].ShouldBe("TPD003 System.IO.File.ReadAllText");
        found.Properties.ContainsKey(DiagnosticProperties.Cold).ShouldBeFalse();
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_is_switched_off_does_not_speak_for_the_others(bool bySource)
    {
        Settings off = Build() with { Severities = new() { ["TPD002"] = ReportDiagnostic.Suppress } };
        (await Told(off, bySource, "orders.All();")).Single().ShouldStartWith("5 Orders.All -> Near -> Dns.GetHostAddresses blocks the pool thread that runs Load, and so does 1 more place");
        (await Told(Build(), bySource, "\n#pragma warning disable TPD002\norders.All();")).Single().ShouldStartWith("7 Orders.All -> Near -> Dns.GetHostAddresses");
        (await Told(off, bySource, "orders.One();")).ShouldBeEmpty();
    }

    /// <summary>Whoever made a rule an error gets it as one.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_is_an_error_is_told_first(bool bySource)
    {
        Settings strict = Build() with { Severities = new() { ["TPD003"] = ReportDiagnostic.Error } };
        Diagnostic found = (await Run(strict, bySource, "orders.All();")).Single();
        (found.Id, found.Severity).ShouldBe(("TPD003", DiagnosticSeverity.Error));
        found.Properties[DiagnosticProperties.Also].ShouldBe("TPD003 System.Net.Dns.GetHostEntry; TPD002 System.Threading.Thread.Sleep");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_production_saw_at_the_call_is_an_error(bool bySource)
    {
        Settings seen = Build();
        seen.Files["/src/threadpooldoctor.evidence.json"] = """{ "seen": [ { "member": "", "file": "Shop.Web.cs", "line": 6, "threads": 9 } ] }""";
        Diagnostic found = (await Run(seen, bySource, "orders.All();\norders.All();")).Single();
        found.Severity.ShouldBe(DiagnosticSeverity.Error);
        found.GetMessage().ShouldEndWith("; seen blocking 9 pool threads in production");
    }

    /// <summary>
    /// Behind the call it is raised in its own project, as nobody queues it there, whichever place the call tells.
    /// </summary>
    [Fact]
    public async Task What_production_saw_behind_the_call_is_raised_at_its_line()
    {
        Settings seen = Build();
        seen.Files["/src/threadpooldoctor.evidence.json"] = """{ "seen": [ { "member": "M:Shop.Data.Orders.Two", "file": "Test0.cs", "line": 10, "threads": 9 } ] }""";
        Diagnostic found = (await Examine.Run([Data], seen)).Diagnostics.ShouldHaveSingleItem();
        (Line(found.Location), found.Severity).ShouldBe((10, DiagnosticSeverity.Error));
    }

    /// <summary>
    /// The work item of a project that knows the interface alone is told by the program, and once as well.
    /// </summary>
    [Fact]
    public async Task A_work_item_of_another_project_is_told_once()
    {
        IReadOnlyList<Diagnostic> told = await LayeredTests.BuildAsync(
        [
            ["public interface IStore { void Load(); }"],
            ["public class Jobs(IStore store) { public async Task Go() { await Task.Yield(); store.Load(); } }"],
            ["public class Store : IStore { public void Load() {\nThread.Sleep(5);\nFile.ReadAllText(\"a\"); } }"],
            ["static class Program { static void Main() { } }"],
        ]);
        Diagnostic found = told.ShouldHaveSingleItem();
        found.GetMessage().ShouldBe($"IStore.Load -> Thread.Sleep blocks the pool thread that runs Go, and so does 1 more place behind the call; await Task.Delay{ToAwait}");
        found.AdditionalLocations.Select(Line).ShouldBe([2, 3]);
    }

    private static Settings Build() => new() { Config = { [DoctorOptions.BuildKey] = "true" } };

    private static (string, string) Web(string calls) => ("Shop.Web", $$"""
        using Shop.Data;
        class C(Orders orders)
        {
            async Task Load() { await Task.Yield();
        {{calls}} }
        }
        """);

    private static async Task<ImmutableArray<Diagnostic>> Run(Settings settings, bool bySource, string calls) =>
        (await OtherProjectTests.RunIn(settings, true, bySource, ("Shop.Data", Data), Web(calls))).Found;

    // The line, the message, and the lines of the other project.
    private static async Task<IEnumerable<string>> Told(Settings settings, bool bySource, string calls) =>
        (await Run(settings, bySource, calls)).Select(found => $"{Line(found.Location)} {found.GetMessage()} "
            + $"[{string.Join(' ', found.AdditionalLocations.Where(each => !each.GetLineSpan().Path.EndsWith("Web.cs", StringComparison.Ordinal)).Select(Line))}]");

    private static string Locations(string told) => told[told.LastIndexOf('[')..];

    private static int Line(Location place) => place.GetLineSpan().StartLinePosition.Line + 1;
}
