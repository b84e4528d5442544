using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>A pass leaves a test the synchronous member that it is about.</summary>
public sealed class TestedMembersTests
{
    private const string Fact = "namespace Xunit { public class FactAttribute : System.Attribute { } }";

    private const string Driver = """
        public class Command
        {
            public int Run() { Thread.Sleep(5); return 1; }
            public async Task<int> RunAsync() { await Task.Delay(5); return 1; }
        }

        public class Link : System.Data.Common.DbConnection
        {
            [System.Diagnostics.CodeAnalysis.AllowNull]
            public override string ConnectionString { get; set; } = "";
            public override string Database => "";
            public override string DataSource => "";
            public override string ServerVersion => "";
            public override System.Data.ConnectionState State => default;
            public override void ChangeDatabase(string name) { }
            public override void Open() { }
            public override void Close() { }
            protected override System.Data.Common.DbTransaction BeginDbTransaction(System.Data.IsolationLevel level) => null!;
            protected override System.Data.Common.DbCommand CreateDbCommand() => null!;
        }

        public class Wire : StringReader
        {
            public Wire() : base("") { }
            public override string ReadToEnd() => "";
        }

        public class Pipe : MemoryStream;
        """;

    [Theory]
    [InlineData("new Command().Run()")]
    [InlineData("new Wire().ReadToEnd()")]
    [InlineData("((TextReader)new Wire()).ReadToEnd()")]
    [InlineData("new Mock().ReadToEnd()")]
    [InlineData("((System.Data.Common.DbConnection)new Link()).BeginTransaction()")]
    [InlineData("new Link().BeginTransaction()")]
    [InlineData("new Pipe().Flush()")]
    public async Task A_pass_leaves_it_as_it_is(string call) =>
        (await Fixed($"[Xunit.Fact] public async Task Works() {{ await Task.Yield(); [|{call}|]; }}")).ShouldContain($"; {call};");

    [Fact]
    public async Task What_makes_the_test_async_leaves_it_as_well()
    {
        string test = await Fixed("[Xunit.Fact] public void Works() { [|Thread.Sleep(5)|]; new Command().Run(); }", "TPD002");
        test.ShouldContain("async Task Works() { await Task.Delay(5); new Command().Run(); }");
    }

    [Fact]
    public async Task A_person_who_asks_for_it_gets_the_twin()
    {
        (Project tests, ImmutableArray<Diagnostic> reports) = await Open("[Xunit.Fact] public async Task Works() { await Task.Yield(); [|new Command().Run()|]; }", "TPD003");
        (await Fix.Offers(Fix.Curing("TPD003"), tests, reports[0])).ShouldHaveSingleItem().Title.ShouldBe("Await RunAsync");
    }

    [Theory]
    [InlineData("File.ReadAllText(\"a\")", "await File.ReadAllTextAsync(\"a\")")]
    [InlineData("Begin()", "await BeginAsync()")]
    [InlineData("this.Begin()", "await this.BeginAsync()")]
    // That the product derives from Stream says nothing of what every stream does.
    [InlineData("((Stream)File.OpenRead(\"a\")).CopyTo(Stream.Null)", "await ((Stream)File.OpenRead(\"a\")).CopyToAsync(Stream.Null)")]
    [InlineData("((Stream)File.OpenRead(\"a\")).Flush()", "await ((Stream)File.OpenRead(\"a\")).FlushAsync()")]
    public async Task What_is_not_under_test_is_awaited(string call, string awaited)
    {
        string test = await Fixed($"[Xunit.Fact] public async Task Works() {{ await Task.Yield(); [|{call}|]; }}");
        test.ShouldContain($"; {awaited};");
    }

    [Fact]
    public async Task A_program_that_calls_the_driver_is_no_test()
    {
        string program = await Fixed("public async Task Works() { await Task.Yield(); [|new Command().Run()|]; }", fact: "");
        program.ShouldContain("await new Command().RunAsync();");
    }

    private static async Task<string> Fixed(string member, string id = "TPD003", string fact = Fact)
    {
        (Project tests, ImmutableArray<Diagnostic> reports) = await Open(member, id, fact);
        Solution changed = await Fix.FixAll(Fix.Curing(id), tests, reports, FixAllScope.Solution);
        foreach (Project project in changed.Projects) await Fix.AssertSound(project);
        return (await changed.GetProject(tests.Id)!.Documents.Single(each => each.Name == "Tests.cs").GetTextAsync()).ToString();
    }

    private static async Task<(Project Tests, ImmutableArray<Diagnostic> Reports)> Open(string member, string id, string fact = Fact)
    {
        Project driver = Compiled.Project(Driver + """

            public class Base
            {
                protected void Begin() => Thread.Sleep(5);
                protected async Task BeginAsync() => await Task.Delay(5);
            }
            """);
        ProjectId tests = ProjectId.CreateNewId();
        Marked marked = Marked.Parse($$"""
            using System.IO;
            using System.Threading;
            using System.Threading.Tasks;

            public class Mock : Wire { public override string ReadToEnd() => "mock"; }
            public class Tests : Base { {{member}} }
            """);
        Solution solution = driver.Solution.AddProject(ProjectInfo.Create(
            tests, VersionStamp.Default, "Tests", "Tests", LanguageNames.CSharp, parseOptions: Compiled.ParseOptions,
            compilationOptions: Compiled.Options, metadataReferences: Compiled.References, projectReferences: [new ProjectReference(driver.Id)]))
            .AddDocument(DocumentId.CreateNewId(tests), "Fact.cs", SourceText.From(fact), filePath: "/tests/Fact.cs")
            .AddDocument(DocumentId.CreateNewId(tests), "Tests.cs", SourceText.From(marked.Source), filePath: "/tests/Tests.cs");
        Project project = solution.GetProject(tests)!;
        SyntaxTree tree = (await project.Documents.Single(each => each.Name == "Tests.cs").GetSyntaxTreeAsync())!;
        return (project, [.. marked.Spans.Select(span => Diagnostic.Create(Descriptors.Find(id)!, Location.Create(tree, span), "", "", "", ""))]);
    }
}
