using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>TPD005, TPD007, TPD008, and what a person may choose instead of an await.</summary>
public sealed class OtherFixTests
{
    /// <summary>Whoever wrote the pause meant to await it: on a thread of its own the loop would spin there.</summary>
    [Theory]
    [InlineData("Task.Run(() => { [|while (!stop) { Console.Write(5); Task.Delay(10); }|] });")]
    [InlineData("ThreadPool.QueueUserWorkItem(Loop); void Loop(object? state) { [|while (!stop) { Console.Write(5); Task.Delay(10).ConfigureAwait(false); }|] }")]
    public Task A_loop_whose_pause_nobody_awaits_gets_none(string work) =>
        Fix.IsRefused("TPD005", $"class C {{ volatile bool stop = Environment.HasShutdownStarted; void M() {{ {work} }} }}");

    [Fact]
    public Task One_that_keeps_it_gets_one() => Fix.Becomes("TPD005",
        "class C { volatile bool stop = Environment.HasShutdownStarted; Task? _rest; void M() { Task.Run(() => { [|while (!stop) { Console.Write(5); _rest = Task.Delay(10); }|] }); } }",
        "class C { volatile bool stop = Environment.HasShutdownStarted; Task? _rest; void M() { Task.Factory.StartNew(() => { while (!stop) { Console.Write(5); _rest = Task.Delay(10); } }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default); } }");

    [Fact]
    public Task An_endless_loop_gets_a_dedicated_thread() => Fix.Becomes("TPD005", """
        class C
        {
            volatile bool stop = Environment.HasShutdownStarted;

            void Start(CancellationToken token)
            {
                Task.Run(() => { [|while (!stop) { }|] });
                Task.Run(() => { [|while (!token.IsCancellationRequested) { }|] }, token);
                Task.Factory.StartNew(() => { [|while (!stop) { }|] });
                ThreadPool.QueueUserWorkItem(_ => { [|while (!stop) { }|] });
                ThreadPool.QueueUserWorkItem(Loop, 5);
            }

            void Loop(object? state)
            {
                [|while (!stop) { }|]
            }
        }
        """, """
        class C
        {
            volatile bool stop = Environment.HasShutdownStarted;

            void Start(CancellationToken token)
            {
                Task.Factory.StartNew(() => { while (!stop) { } }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                Task.Factory.StartNew(() => { while (!token.IsCancellationRequested) { } }, token, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                Task.Factory.StartNew(() => { while (!stop) { } }, TaskCreationOptions.LongRunning);
                new Thread(_ => { while (!stop) { } }) { IsBackground = true }.Start();
                new Thread(Loop) { IsBackground = true }.Start(5);
            }

            void Loop(object? state)
            {
                while (!stop) { }
            }
        }
        """);

    [Fact]
    public Task An_async_void_item_returns_its_task() => Fix.Becomes("TPD007", """
        class C
        {
            void Start()
            {
                ThreadPool.QueueUserWorkItem([|async _ => await Task.Delay(5)|]);
                ThreadPool.QueueUserWorkItem([|Work|], "a");
                Work(null);
            }

            async void Work(object? state) => await Task.Delay(5);
        }
        """, """
        class C
        {
            void Start()
            {
                _ = Task.Run(async () => await Task.Delay(5));
                _ = Task.Run(() => WorkAsync("a"));
                _ = WorkAsync(null);
            }

            async Task WorkAsync(object? state) => await Task.Delay(5);
        }
        """);

    [Fact]
    public Task A_started_item_whose_task_is_dropped_is_not_unwrapped() => Fix.Becomes("TPD007", """
        class C
        {
            Task? _kept;

            void Start(object timer)
            {
                Task.Factory.StartNew([|Work|], timer);
                _kept = Task.Factory.StartNew(Work, timer);
            }

            async void Work(object? state) => await Task.Delay(5);
        }
        """, """
        class C
        {
            Task? _kept;

            void Start(object timer)
            {
                Task.Factory.StartNew(WorkAsync, timer);
                _kept = Task.Factory.StartNew(WorkAsync, timer).Unwrap();
            }

            async Task WorkAsync(object? state) => await Task.Delay(5);
        }
        """);

    [Fact]
    public Task An_async_void_callback_that_must_return_void_is_left_alone() => Fix.IsRefused("TPD007", """
        class C
        {
            Timer Start() => new Timer([|async _ => await Task.Delay(5)|], null, 0, 100);
            void Dedicated() => new Thread([|async () => await Task.Delay(5)|]).Start();
            void Each(List<int> list) => list.ForEach([|async i => await Task.Delay(i)|]);
        }
        """);

    [Theory]
    [InlineData("Timer M() => new Timer([|async _ => await Task.Delay(5)|], null, 0, 100);", "a timer's callback returns void: it would be async void")]
    [InlineData("void M() => new Thread([|async () => await Task.Delay(5)|]).Start();", "it runs on a dedicated thread, which may block")]
    [InlineData("void M(List<int> list) => list.ForEach([|async i => await Task.Delay(i)|]);", "'List.ForEach' takes a delegate that returns no task")]
    [InlineData("void M() => Parallel.Invoke([|async () => await Task.Delay(5)|]);", "Parallel.Invoke takes no async delegate")]
    public async Task An_async_void_callback_that_is_left_alone_has_a_reason(string member, string reason) =>
        (await Fix.WhyNot("TPD007", $"class C {{ {member} }}")).ShouldBe(reason);

    [Fact]
    public Task A_factory_of_a_service_is_left_alone() => Fix.IsRefused("TPD001", """
        using Microsoft.Extensions.DependencyInjection;
        class C
        {
            void Configure(IServiceCollection services) => services.AddScoped(_ => [|LoadAsync().Result|]);
            static async Task<string> LoadAsync() { await Task.Yield(); return ""; }
        }
        """);

    [Fact]
    public Task A_sleep_in_an_async_void_item_cures_both() => Fix.Becomes("TPD002", """
        class C
        {
            void Start() => ThreadPool.QueueUserWorkItem(async _ => { [|Thread.Sleep(1)|]; await Task.Yield(); });
        }
        """, """
        class C
        {
            void Start() => _ = Task.Run(async () => { await Task.Delay(1); await Task.Yield(); });
        }
        """);

    [Theory]
    [InlineData("async () => { int first = queue.Take(); await Task.Delay(first); }")]
    [InlineData("Work")]
    [InlineData("async () => await Work()")]
    [InlineData("async () => await Work().ConfigureAwait(false)")]
    [InlineData("() => Work()")]
    public Task Long_running_async_delegates_that_wait_keep_their_thread(string work) => Fix.IsRefused("TPD008", $$"""
        class C(BlockingCollection<int> queue)
        {
            void Start() => [|Task.Factory.StartNew({{work}}, TaskCreationOptions.LongRunning)|];

            async Task Work()
            {
                while (!queue.IsCompleted) await Task.Delay(queue.Take());
            }
        }
        """);

    [Fact]
    public Task Long_running_async_delegates_run_on_the_pool() => Fix.Becomes("TPD008", """
        class C
        {
            async Task Start(CancellationToken token)
            {
                _ = [|Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.LongRunning)|];
                await [|Task.Factory.StartNew(async () => await Task.Delay(5), token, TaskCreationOptions.LongRunning, TaskScheduler.Default)|].Unwrap();
                Task task = [|Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.LongRunning)|];
                Task<Task> nested = [|Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.LongRunning | TaskCreationOptions.PreferFairness)|];
                await [|Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.LongRunning)|];
                await task;
                await nested;
            }
        }
        """, """
        class C
        {
            async Task Start(CancellationToken token)
            {
                _ = Task.Run(async () => await Task.Delay(5));
                await Task.Run(async () => await Task.Delay(5), token);
                Task task = Task.Run(async () => await Task.Delay(5));
                Task<Task> nested = Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.PreferFairness);
                await Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.None);
                await task;
                await nested;
            }
        }
        """);

    [Fact]
    public async Task A_person_may_choose_a_thread_or_mark_the_blocking_as_meant()
    {
        (Project project, var reports) = Fix.Open("TPD004", ["""
            class C
            {
                // Waits.
                public void Start(ManualResetEventSlim gate)
                {
                    Task.Run(() => [|gate.Wait()|]);
                }
            }
            """], new());
        CodeAction[] offers = [.. await Fix.Offers(Fix.Named("OtherOffers"), project, reports[0])];
        offers.Select(offer => offer.Title).ShouldBe(["Run it on a dedicated thread", "Mark as intentionally blocking"]);
        (await Text(offers[0], project)).ShouldContain("Task.Factory.StartNew(() => gate.Wait(), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);");
        (await Text(offers[1], project)).ReplaceLineEndings("\n").ShouldContain("""
                // Waits.
                [ThreadPoolDoctor.IntentionallyBlocking("why it has to block")]
                public void Start(ManualResetEventSlim gate)
            """.ReplaceLineEndings("\n"));
    }

    [Theory]
    [InlineData("TPD005", "void M(CancellationToken token) => Task.Run(() => { [|while (!token.IsCancellationRequested) { }|] });")]
    [InlineData("TPD006", "void M(WaitHandle[] all, WaitOrTimerCallback then) { foreach (var each in all) [|ThreadPool.RegisterWaitForSingleObject(each, then, null, -1, false)|]; }")]
    [InlineData("TPD007", "Timer M() => new Timer([|async _ => await Task.Delay(5)|], null, 0, 100);")]
    [InlineData("TPD007", "void M() => ThreadPool.QueueUserWorkItem([|Work|]); async void Work(object? state) => await Task.Delay(5);")]
    [InlineData("TPD008", "void M() => [|Task.Factory.StartNew(async () => await Task.Delay(5), TaskCreationOptions.LongRunning)|];")]
    public async Task What_is_marked_is_not_reported_again(string id, string members)
    {
        (Project project, var reports) = Fix.Open(id, [$"class C {{ {members} }}"], new());
        Compilation before = (await project.GetCompilationAsync())!;
        (await before.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync()).Select(found => found.Id).ShouldBe([id]);
        CodeAction mark = (await Fix.Offers(Fix.Named("OtherOffers"), project, reports[0])).Single(offer => offer.EquivalenceKey == id + ".intentional");
        Compilation after = (await (await Fix.Apply(mark)).GetProject(project.Id)!.GetCompilationAsync())!;
        (await after.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync()).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("foreach (var gate in gates) _ = Task.Run(() => [|gate.Wait()|]);")]
    [InlineData("await Task.WhenAll(gates.Select(gate => Task.Run(() => [|gate.Wait()|])));")]
    public async Task A_thread_for_each_of_many_is_not_offered(string statement)
    {
        (Project project, var reports) = Fix.Open("TPD004", [$$"""
            class C
            {
                public async Task Start(List<ManualResetEventSlim> gates)
                {
                    await Task.Yield();
                    {{statement}}
                }
            }
            """], new());
        (await Fix.Offers(Fix.Named("OtherOffers"), project, reports[0])).Select(offer => offer.Title).ShouldBe(["Mark as intentionally blocking"]);
    }

    // One project file for two frameworks are two projects with the same documents; the attribute is written once.
    [Theory]
    [InlineData("/src/Test.csproj", 1)]
    [InlineData("/src/Other.csproj", 2)]
    public async Task What_is_compiled_twice_is_marked_once_for_each_project_file(string other, int files)
    {
        (Project project, var reports) = Fix.Open("TPD004", ["""
            class C
            {
                public void Start(ManualResetEventSlim gate) => Task.Run(() => [|gate.Wait()|]);
            }
            """], new());
        ProjectId twin = ProjectId.CreateNewId();
        Solution solution = project.Solution.WithProjectFilePath(project.Id, "/src/Test.csproj").AddProject(ProjectInfo.Create(
            twin, VersionStamp.Default, "Twin", "Twin", LanguageNames.CSharp, other, compilationOptions: project.CompilationOptions, parseOptions: project.ParseOptions, metadataReferences: project.MetadataReferences));
        foreach (Document document in project.Documents) solution = solution.AddDocument(DocumentId.CreateNewId(twin), document.Name, await document.GetTextAsync(), filePath: document.FilePath);
        CodeAction mark = (await Fix.Offers(Fix.Named("OtherOffers"), solution.GetProject(project.Id)!, reports[0])).Last();
        Solution changed = await Fix.Apply(mark);
        changed.Projects.SelectMany(each => each.Documents).Count(document => document.Name == "IntentionallyBlockingAttribute.cs").ShouldBe(files);
        (await changed.GetProject(twin)!.Documents.Single(document => document.Name == "Test0.cs").GetTextAsync()).ToString().ShouldContain("[ThreadPoolDoctor.IntentionallyBlocking(");
    }

    private static async Task<string> Text(CodeAction action, Project project)
    {
        Solution changed = await Fix.Apply(action);
        await Fix.AssertSound(changed.GetProject(project.Id)!);
        return (await changed.GetProject(project.Id)!.Documents.Single(d => d.Name == "Test0.cs").GetTextAsync()).ToString();
    }
}
