using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What a project can say: lists, options, evidence, the attribute; and what every rule must have.</summary>
public sealed class ConfigurationTests
{
    private const string Program = """
        namespace Acme
        {
            public static class Bus
            {
                [System.Runtime.InteropServices.DllImport("x")] public static extern void Receive(int x);
                [System.Runtime.InteropServices.DllImport("x")] public static extern void Receive(string x);
                public static int Slow => 5;
            }
            public static class Trusted { public static void Sleep() => Thread.Sleep(5); public static void Nap() => Thread.Sleep(5); }
        }
        class C
        {
            async Task Load()
            {
                await Task.Yield();
                MARKED
            }
        }
        """;

    [Fact]
    public Task Listed_members_are_reported() => Examine.Check("TPD003",
        [Program.Replace("MARKED", "[|Acme.Bus.Receive(5)|]; Acme.Bus.Receive(\"x\"); int x = [|Acme.Bus.Slow|]; [|Helper()|]; void Helper() => Acme.Bus.Receive(5);")],
        new() { Files = { ["/src/threadpooldoctor.blocking.txt"] = "# ours\nM:Acme.Bus.Receive(System.Int32) => ReceiveAsync\nP:Acme.Bus.Slow # a getter" } });

    [Fact]
    public Task A_listed_member_without_parameters_stands_for_every_overload() => Examine.Check("TPD003",
        [Program.Replace("MARKED", "[|Acme.Bus.Receive(5)|]; [|Acme.Bus.Receive(\"x\")|];")],
        new() { Files = { ["/src/my.threadpooldoctor.blocking.txt"] = "M:Acme.Bus.Receive" } });

    [Fact]
    public Task Harmless_members_are_not_reported() => Examine.Check("TPD002",
        [Program.Replace("MARKED", "Acme.Trusted.Sleep(); [|Acme.Trusted.Nap()|];")],
        new() { Files = { ["/src/x.threadpooldoctor.harmless.txt"] = "M:Acme.Trusted.Sleep" } });

    [Fact]
    public Task Trusted_types_are_not_followed() => Examine.Check(null,
        [Program.Replace("MARKED", "Acme.Trusted.Sleep(); Acme.Trusted.Nap(); Thread.Sleep(5);")],
        new() { Config = { ["threadpooldoctor.trusted"] = "Acme.Trusted, M:System.Threading.Thread.Sleep(System.Int32)" } });

    [Fact]
    public Task Options_hold_for_the_whole_compilation_whichever_file_they_stand_for() => Examine.Check("TPD002",
        [
            "class A { async Task Load() { await Task.Yield(); Helper(); [|Thread.Sleep(5)|]; } void Helper() => Thread.Sleep(5); }",
            "class B { async Task Load() { await Task.Yield(); Helper(); [|Thread.Sleep(5)|]; } void Helper() => Thread.Sleep(5); }",
            "class D { async Task Load() { await Task.Yield(); Helper(); [|Thread.Sleep(5)|]; } void Helper() => Thread.Sleep(5); }",
        ],
        new() { ConfigOf = { ["/src/Test1.cs"] = new() { ["threadpooldoctor.call_depth"] = "0" }, ["/src/Test2.cs"] = new() { ["threadpooldoctor.call_depth"] = "8" } } });

    [Fact]
    public Task What_a_preset_says_leaves_what_a_file_says_alone() => Examine.Check("TPD002",
        [
            "class A { async Task Load() { await Task.Yield(); Helper(); [|Thread.Sleep(5)|]; } void Helper() => Thread.Sleep(5); }",
            "class B { async Task Load() { await Task.Yield(); Helper(); [|Thread.Sleep(5)|]; } void Helper() => Thread.Sleep(5); }",
        ],
        new()
        {
            Config = { ["threadpooldoctor.report"] = "all" },
            ConfigOf = { ["/src/Test1.cs"] = new() { ["threadpooldoctor.call_depth"] = "0", ["threadpooldoctor.report"] = "all" } },
        });

    [Fact]
    public Task What_is_meant_is_not_reported() => Examine.Reports("TPD002", """
        class IntentionallyBlockingAttribute(string reason) : Attribute;
        class C
        {
            [IntentionallyBlocking("start-up")] async Task Load() { await Task.Yield(); Thread.Sleep(5); Task.Run(() => Thread.Sleep(5)); }
            [IntentionallyBlocking("short")] void Helper() => Thread.Sleep(5);
            async Task Other()
            {
                await Task.Yield();
                Helper();
                [|Thread.Sleep(5)|];
                [IntentionallyBlocking("inner")] void Local() { Task.Run(() => Thread.Sleep(5)); }
            }
            [IntentionallyBlocking("loop")] void Start() => Task.Run(() => { while (true) { } });
            [IntentionallyBlocking("void")] void StartVoid() => ThreadPool.QueueUserWorkItem(async _ => await Task.Yield());
        }
        [IntentionallyBlocking("legacy")] class Legacy { async Task Load() { await Task.Yield(); Thread.Sleep(5); } }
        """);

    [Fact]
    public async Task Evidence_speaks_in_the_message_and_raises_the_severity()
    {
        const string source = """
            class Orders
            {
                async Task Load(int id)
                {
                    await Task.Yield();
                    Thread.Sleep(5);
                    Helper();
                }
                void Helper() => Thread.Sleep(5);
            }
            """;
        Settings settings = new()
        {
            Files =
            {
                ["/src/threadpooldoctor.evidence.json"] = """
                    { "schema": "tpdoctor-evidence/1", "seen": [
                      { "member": "M:Orders.Load(System.Int32)", "file": "C:\\build\\Test0.cs", "line": 6, "threads": 38, "seconds": 4.5 },
                      { "member": "M:Orders.Helper", "threads": 3 } ] }
                    """,
            },
        };
        (_, var diagnostics) = await Examine.Run([source], settings);
        diagnostics.Length.ShouldBe(2);
        diagnostics[0].GetMessage().ShouldBe("Thread.Sleep blocks the pool thread that runs Load; await Task.Delay instead; seen blocking 38 pool threads in production");
        diagnostics[0].Severity.ShouldBe(DiagnosticSeverity.Error);
        diagnostics[1].GetMessage().ShouldContain("seen blocking 3 pool threads in production");

        settings.Config["threadpooldoctor.evidence_severity"] = "none";
        (_, diagnostics) = await Examine.Run([source], settings);
        diagnostics[0].Severity.ShouldBe(DiagnosticSeverity.Warning);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[[[[")]
    [InlineData("{ \"a\": ")]
    [InlineData("\"\\u12")]
    [InlineData("{ \"threads\": 5, \"line\": \"x\" } trailing")]
    public async Task Broken_evidence_is_no_evidence(string json)
    {
        Settings settings = new() { Files = { ["threadpooldoctor.evidence.json"] = json } };
        (_, var diagnostics) = await Examine.Run(["class C { async Task Load() { await Task.Yield(); Thread.Sleep(5); } }"], settings);
        diagnostics.ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);
    }

    [Fact]
    public void Every_cause_has_a_rule_and_every_rule_its_page()
    {
        Ailment[] causes = [.. Ailments.All.Where(ailment => ailment.Kind == AilmentKind.Cause)];
        DiagnosticDescriptor[] descriptors = [.. Examine.Rules.SelectMany(rule => rule.SupportedDiagnostics)];
        descriptors.Select(descriptor => descriptor.Id).Distinct().Order().ShouldBe(causes.Select(cause => cause.Id).Order());
        foreach (DiagnosticDescriptor descriptor in descriptors)
        {
            descriptor.HelpLinkUri.ShouldBe(Ailments.HelpFolder + descriptor.Id + ".md");
            descriptor.Title.ToString().ShouldBe(Ailments.Get(descriptor.Id).Title);
        }
    }

    [Fact]
    public void No_row_of_the_catalogue_stands_twice()
    {
        BlockingCalls.All.Count.ShouldBeGreaterThan(300);
        BlockingCalls.All.GroupBy(row => row + " " + row.Parameter).Where(same => same.Count() > 1).Select(same => same.Key).ShouldBeEmpty();
    }

    /// <summary>A misspelt row would silently never match.</summary>
    [Fact]
    public async Task Every_row_of_the_framework_names_a_member_that_exists()
    {
        Compilation compilation = (await Compiled.Project("").GetCompilationAsync())!;
        List<string> wrong = [];
        foreach (BlockingCall row in BlockingCalls.All)
        {
            if (compilation.GetTypeByMetadataName(row.Type) is not { } type) continue;
            IMethodSymbol[] members = [.. type.GetMembers(row.Member).OfType<IMethodSymbol>()];
            if (members.Length == 0) wrong.Add(row.ToString());
            else if (row.Parameter is { } wanted && !members.Any(member => member.Parameters.Any(parameter => parameter.Name == wanted || parameter.Type.Name == wanted))) wrong.Add(row + " " + wanted);
            if (row.Twin is { } twin && twin.EndsWith("Async", StringComparison.Ordinal) && !twin.Contains('.') && type.GetMembers(twin).IsEmpty && !HasInBases(type, twin)) wrong.Add(row + " => " + twin);
        }
        wrong.ShouldBeEmpty();
    }

    private static bool HasInBases(INamedTypeSymbol type, string name)
    {
        for (INamedTypeSymbol? at = type; at is not null; at = at.BaseType) if (!at.GetMembers(name).IsEmpty) return true;
        return false;
    }
}
