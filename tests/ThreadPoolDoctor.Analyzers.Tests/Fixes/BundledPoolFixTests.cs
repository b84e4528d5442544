using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// The offer to run a work item on the bundled pool: only where that pool is referenced, and it runs there.
/// </summary>
public sealed class BundledPoolFixTests
{
    private const string Title = "Run it on ThreadPoolDoctor's pool, which makes up for blocked workers";

    private const string Program = """
        internal static class Program
        {
            private static void Main()
            {
                using ManualResetEventSlim gate = new();
                using CountdownEvent done = new(1);
                // Waits for its turn.
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    [|gate.Wait()|];
                    Console.WriteLine(Thread.CurrentThread.Name);
                    done.Signal();
                });
                gate.Set();
                done.Wait();
            }
        }
        """;

    [Fact]
    public async Task The_item_moves_to_the_bundled_pool_and_runs_there()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(Program);
        Solution changed = await Fix.Apply((await Offers(project, reports[0])).Single(offer => offer.Title == Title));
        Project moved = changed.GetProject(project.Id)!;
        await Fix.AssertSound(moved);
        string text = (await moved.Documents.Single(document => document.Name == "Test0.cs").GetTextAsync()).ToString();
        text.ShouldBe(Marked.Parse(Program).Source.Replace("ThreadPool.QueueUserWorkItem", "ThreadPoolDoctor.Pool.WorkPool.Shared.Queue"));
        (await Behaviour.Run(moved, typeof(WorkPool).Assembly.Location)).ReplaceLineEndings("\n").ShouldBe("TPD Worker\nexit code 0");
    }

    [Fact]
    public async Task State_and_a_using_directive_are_kept()
    {
        const string source = """
            using ThreadPoolDoctor.Pool;

            class C
            {
                void Start(ManualResetEventSlim gate)
                {
                    ThreadPool.UnsafeQueueUserWorkItem(Wait, gate);
                }

                static void Wait(object? state) => [|((ManualResetEventSlim)state!).Wait()|];
            }
            """;
        (Project project, ImmutableArray<Diagnostic> reports) = Open(source, OutputKind.DynamicallyLinkedLibrary);
        Solution changed = await Fix.Apply((await Offers(project, reports[0])).Single(offer => offer.Title == Title));
        await Fix.AssertSound(changed.GetProject(project.Id)!);
        (await changed.GetProject(project.Id)!.Documents.Single(document => document.Name == "Test0.cs").GetTextAsync()).ToString()
            .ShouldContain("WorkPool.Shared.UnsafeQueue(Wait, gate);");
    }

    [Fact]
    public async Task Without_a_reference_to_the_pool_there_is_no_offer()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD004", [Program], new() { Output = OutputKind.ConsoleApplication });
        (await Offers(project, reports[0])).ShouldNotContain(offer => offer.Title == Title);
    }

    private static (Project Project, ImmutableArray<Diagnostic> Reports) Open(string source, OutputKind output = OutputKind.ConsoleApplication)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD004", [source], new() { Output = output, References = [typeof(WorkPool).Assembly.Location] });
        return (project, reports);
    }

    private static Task<ImmutableArray<CodeAction>> Offers(Project project, Diagnostic report) => Fix.Offers(Fix.Named("OtherOffers"), project, report);
}
