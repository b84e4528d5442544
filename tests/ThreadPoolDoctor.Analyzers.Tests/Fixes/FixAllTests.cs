using System.Collections.Immutable;
using System.Diagnostics;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// Fix All loses no edit, however many there are, and one that cannot be made keeps none of the others back.
/// </summary>
public sealed class FixAllTests
{
    private const int Many = 400;

    [Fact]
    public async Task Hundreds_of_edits_in_one_method_are_all_made()
    {
        StringBuilder source = new("class C\n{\n    void Start()\n    {\n");
        for (int i = 0; i < Many; i++)
        {
            source.Append($"        ThreadPool.QueueUserWorkItem(_ => {{ [|Thread.Sleep({i})|]; Nap({i}); }});\n");
            source.Append("        ThreadPool.QueueUserWorkItem(_ => { [|Thread.Sleep(1)|]; ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(2)|]); });\n");
        }
        source.Append("    }\n\n    void Nap(int time)\n    {\n        [|Thread.Sleep(time)|];\n    }\n}\n");
        string[] results = await Fix.Results("TPD002", [source.ToString()], new());
        results[0].ShouldNotContain("Sleep");
        Count(results[0], "await Task.Delay(").ShouldBe((3 * Many) + 1);
        Count(results[0], "await NapAsync(").ShouldBe(Many);
        Count(results[0], "_ = Task.Run(async () =>").ShouldBe(3 * Many);
    }

    [Fact]
    public async Task Hundreds_of_edits_in_one_async_method_are_made_too()
    {
        StringBuilder source = new("class C\n{\n    async Task Start()\n    {\n        await Task.Yield();\n");
        for (int i = 0; i < Many; i++) source.Append($"        int n{i} = {i};\n        [|Thread.Sleep(n{i})|];\n");
        source.Append("    }\n}\n");
        string[] results = await Fix.Results("TPD002", [source.ToString()], new());
        Count(results[0], "await Task.Delay(n").ShouldBe(Many);
    }

    [Fact]
    public Task Edits_that_cannot_be_made_keep_none_of_the_others_back() => Fix.Becomes("TPD002", """
        class C
        {
            public C() => [|Thread.Sleep(1)|];

            async Task Run(int[] numbers)
            {
                await Task.Yield();
                [|Thread.Sleep(2)|];
                foreach (int number in numbers.AsSpan()) [|Thread.Sleep(number)|];
                lock (this) [|Thread.Sleep(3)|];
                [|Thread.Sleep(4)|];
            }
        }
        """, """
        class C
        {
            public C() => Thread.Sleep(1);

            async Task Run(int[] numbers)
            {
                await Task.Yield();
                await Task.Delay(2);
                foreach (int number in numbers.AsSpan()) Thread.Sleep(number);
                lock (this) Thread.Sleep(3);
                await Task.Delay(4);
            }
        }
        """);

    [Fact]
    public async Task Callers_in_other_projects_follow()
    {
        Project library = Compiled.Project("""
            public interface ILoader { int Load(); }
            public class Loader : ILoader
            {
                public int Load() { Thread.Sleep(5); return 1; }
            }
            """);
        ProjectId id = ProjectId.CreateNewId();
        Solution solution = library.Solution
            .AddProject(ProjectInfo.Create(
                id, VersionStamp.Default, "App", "App", LanguageNames.CSharp, parseOptions: Compiled.ParseOptions,
                compilationOptions: Compiled.Options.WithOutputKind(OutputKind.ConsoleApplication),
                metadataReferences: Compiled.References, projectReferences: [new ProjectReference(library.Id)]))
            .AddDocument(DocumentId.CreateNewId(id), "Program.cs", SourceText.From("""
                using System.Threading.Tasks;

                Task<int> task = Task.Run(() => new Loader().Load());
                System.Console.WriteLine(await task);

                class Fake : ILoader { public int Load() => 2; }
                """), filePath: "/app/Program.cs");
        solution = solution.AddAnalyzerConfigDocument(
            DocumentId.CreateNewId(library.Id), ".editorconfig", SourceText.From("root = true\n[*.cs]\nthreadpooldoctor.fix_public_api = true\n"), filePath: "/src/.editorconfig");
        library = solution.GetProject(library.Id)!;
        Document document = library.Documents.Single(d => d.Name == "Test0.cs");
        SyntaxTree tree = (await document.GetSyntaxTreeAsync())!;
        Diagnostic report = Diagnostic.Create(
            Descriptors.Find("TPD002")!, Location.Create(tree, new TextSpan(tree.ToString().IndexOf("Thread.Sleep", StringComparison.Ordinal), "Thread.Sleep(5)".Length)), "", "", "", "");

        Solution changed = await Fix.FixAll(Fix.Curing("TPD002"), library, [report], FixAllScope.Solution);

        foreach (Project project in changed.Projects) await Fix.AssertSound(project);
        (await changed.GetDocument(document.Id)!.GetTextAsync()).ToString().ShouldContain("public async Task<int> LoadAsync() { await Task.Delay(5); return 1; }");
        string program = (await changed.GetProject(id)!.Documents.Single().GetTextAsync()).ToString();
        program.ShouldContain("Task.Run(async () => await new Loader().LoadAsync());");
        program.ShouldContain("public Task<int> LoadAsync() => Task.FromResult(2);");
    }

    // A light bulb changes what it was asked for; a pass would find the pause when it ran again, as the test is async
    // then.
    /// <summary>
    /// A pass for one rule is over when the next begins: what would be reported of the new async method is awaited at
    /// once.
    /// </summary>
    [Fact]
    public Task A_task_whose_exceptions_stay_the_same_is_awaited_along() => Fix.Becomes("TPD002", """
        class C
        {
            async Task Run(Task<int> task)
            {
                await Task.Yield();
                Nap(task);
            }

            void Nap(Task<int> task)
            {
                [|Thread.Sleep(5)|];
                task.GetAwaiter().GetResult();
                task.Wait(5);
            }
        }
        """, """
        class C
        {
            async Task Run(Task<int> task)
            {
                await Task.Yield();
                await NapAsync(task);
            }

            async Task NapAsync(Task<int> task)
            {
                await Task.Delay(5);
                await task;
                task.Wait(5);
            }
        }
        """);

    [Fact]
    public Task Private_helpers_of_what_a_pass_makes_async_are_cured_with_it() => Fix.Becomes("TPD003", """
        class PagesTests
        {
            public void First()
            {
                Pause();
                [|File.ReadAllText("a")|];
            }

            public void Second()
            {
                PauseTwice();
                [|File.ReadAllText("b")|];
            }

            public void Third() => Others.Pause();

            private static void Pause() => Thread.Sleep(5);

            private static void PauseTwice()
            {
                Pause();
                Pause();
            }
        }

        static class Others
        {
            public static void Pause() => Thread.Sleep(5);
        }
        """, """
        class PagesTests
        {
            public async Task FirstAsync()
            {
                await PauseAsync();
                await File.ReadAllTextAsync("a");
            }

            public async Task SecondAsync()
            {
                await PauseTwiceAsync();
                await File.ReadAllTextAsync("b");
            }

            public void Third() => Others.Pause();

            private static async Task PauseAsync() => await Task.Delay(5);

            private static async Task PauseTwiceAsync()
            {
                await PauseAsync();
                await PauseAsync();
            }
        }

        static class Others
        {
            public static void Pause() => Thread.Sleep(5);
        }
        """);

    [Fact]
    public async Task Private_helpers_that_cannot_wait_otherwise_keep_nothing_back()
    {
        string[] results = await Fix.Results("TPD003", ["""
            class C
            {
                private readonly ManualResetEventSlim _gate = new();

                public void First()
                {
                    Others.Pause();
                    Enter();
                    [|File.ReadAllText("a")|];
                    [|File.ReadAllText("b")|];
                }

                private void Enter() => _gate.Wait();
            }

            static class Others
            {
                public static void Pause() => Thread.Sleep(5);
            }
            """], new());
        results[0].ShouldContain("await File.ReadAllTextAsync(\"a\");");
        results[0].ShouldContain("private void Enter() => _gate.Wait();");
        results[0].ShouldContain("        Others.Pause();");
    }

    [Fact]
    public async Task Each_document_gets_only_its_own_fixes_in_document_scope()
    {
        const string One = "class A { async Task Run() { await Task.Yield(); [|Thread.Sleep(5)|]; } }";
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD002", [One, One.Replace("class A", "class B")], new());
        Solution changed = await Fix.FixAll(Fix.Curing("TPD002"), project, reports, FixAllScope.Document);
        Document[] documents = [.. changed.GetProject(project.Id)!.Documents];
        (await documents[1].GetTextAsync()).ToString().ShouldContain("Task.Delay");
        (await documents[2].GetTextAsync()).ToString().ShouldContain("Thread.Sleep");
    }

    [Fact]
    public async Task All_fixes_of_a_rule_share_one_key()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD002", ["""
            class C
            {
                void Start()
                {
                    ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(5)|]);
                    Task.Run(() => [|Thread.Sleep(5)|]);
                }

                async Task Run() { await Task.Yield(); [|Thread.Sleep(5)|]; }
            }
            """], new());
        foreach (Diagnostic report in reports)
        {
            CodeAction action = (await Fix.Offers(Fix.Curing("TPD002"), project, report)).ShouldHaveSingleItem();
            action.EquivalenceKey.ShouldBe("TPD002.await");
        }
    }

    private static int Count(string text, string part) => text.Split(part).Length - 1;
}
