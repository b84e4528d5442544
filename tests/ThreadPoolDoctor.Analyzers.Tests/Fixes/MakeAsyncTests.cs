using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// What becomes async with the function that gets the await: callers, overrides, interfaces, across files.
/// </summary>
public sealed class MakeAsyncTests
{
    private static readonly Settings s_program = new() { Output = OutputKind.ConsoleApplication };

    /// <summary>What has ended never waits and is not reported, but would look forgotten beside an await.</summary>
    [Fact]
    public Task What_is_asked_for_its_result_beside_an_await_is_awaited_too() => Fix.Becomes("TPD001", """
        class C
        {
            private static readonly Task<int> s_done = Task.FromResult(5);

            void Start() => Task.Run(() =>
            {
                int first = AskedAsync().GetAwaiter().GetResult();
                [|Task.Delay(first).GetAwaiter().GetResult()|];
                [|Task.Delay(5).GetAwaiter().GetResult()|];
                Action later = () => AskedAsync().GetAwaiter().GetResult();
                later();
        #pragma warning disable TPD001
                AskedAsync().GetAwaiter().GetResult();
        #pragma warning restore TPD001
                return AskedAsync().GetAwaiter().GetResult() + s_done.GetAwaiter().GetResult();
            });

            static Task<int> AskedAsync() => s_done;
        }
        """, """
        class C
        {
            private static readonly Task<int> s_done = Task.FromResult(5);

            void Start() => Task.Run(async () =>
            {
                int first = await AskedAsync();
                await Task.Delay(first);
                await Task.Delay(5);
                Action later = () => AskedAsync().GetAwaiter().GetResult();
                later();
        #pragma warning disable TPD001
                AskedAsync().GetAwaiter().GetResult();
        #pragma warning restore TPD001
                return await AskedAsync() + s_done.GetAwaiter().GetResult();
            });

            static Task<int> AskedAsync() => s_done;
        }
        """);

    [Fact]
    public Task Callers_follow_up_to_Main() => Fix.Becomes("TPD002", """
        static class Program
        {
            /// <summary>Calls <see cref="Load"/>.</summary>
            static int Main(string[] args)
            {
                Console.WriteLine(nameof(Load));
                int a = Load(1) + Load(2);
                Say($"{Load(a)}");
                return a > 3 ? 0 : 1;
            }

            static void Say(string text) => Console.WriteLine(text);

            private static int Load(int number)
            {
                [|Thread.Sleep(number)|];
                return number;
            }
        }
        """, """
        static class Program
        {
            /// <summary>Calls <see cref="LoadAsync"/>.</summary>
            static async Task<int> Main(string[] args)
            {
                Console.WriteLine(nameof(LoadAsync));
                int a = await LoadAsync(1) + await LoadAsync(2);
                Say($"{await LoadAsync(a)}");
                return a > 3 ? 0 : 1;
            }

            static void Say(string text) => Console.WriteLine(text);

            private static async Task<int> LoadAsync(int number)
            {
                await Task.Delay(number);
                return number;
            }
        }
        """, s_program);

    [Fact]
    public Task Top_level_statements_just_await() => Fix.Becomes("TPD002", """
        Console.WriteLine("a");
        Nap(5);
        new Thread(() => Console.WriteLine()).Start();
        static void Nap(int time)
        {
            [|Thread.Sleep(time)|];
        }
        """, """
        Console.WriteLine("a");
        await NapAsync(5);
        new Thread(() => Console.WriteLine()).Start();
        static async Task NapAsync(int time)
        {
            await Task.Delay(time);
        }
        """, s_program);

    [Fact]
    public Task Interfaces_and_overrides_change_together() => Fix.Becomes("TPD002", ["""
        interface ILoader
        {
            int Load(int number);

            void Forget();
        }

        abstract class Base : ILoader
        {
            public abstract int Load(int number);

            void ILoader.Forget() => Console.WriteLine();
        }
        """, """
        class Slow : Base
        {
            public override int Load(int number)
            {
                [|Thread.Sleep(number)|];
                return number;
            }
        }

        class Fast : Base
        {
            public override int Load(int number)
            {
                if (number < 0) throw new ArgumentException("negative");
                return number;
            }
        }

        class Faster : ILoader
        {
            int ILoader.Load(int number) => number;

            public void Forget() { }
        }
        """, """
        class User(ILoader loader)
        {
            public void Start()
            {
                Task.Run(() => loader.Load(5));
            }
        }
        """], ["""
        interface ILoader
        {
            Task<int> LoadAsync(int number);

            void Forget();
        }

        abstract class Base : ILoader
        {
            public abstract Task<int> LoadAsync(int number);

            void ILoader.Forget() => Console.WriteLine();
        }
        """, """
        class Slow : Base
        {
            public override async Task<int> LoadAsync(int number)
            {
                await Task.Delay(number);
                return number;
            }
        }

        class Fast : Base
        {
            public override Task<int> LoadAsync(int number)
            {
                if (number < 0) throw new ArgumentException("negative");
                return Task.FromResult(number);
            }
        }

        class Faster : ILoader
        {
            Task<int> ILoader.LoadAsync(int number) => Task.FromResult(number);

            public void Forget() { }
        }
        """, """
        class User(ILoader loader)
        {
            public void Start()
            {
                Task.Run(async () => await loader.LoadAsync(5));
            }
        }
        """]);

    [Fact]
    public Task Void_siblings_return_completed_tasks() => Fix.Becomes("TPD002", """
        abstract class Job
        {
            public abstract void Run();
        }

        class Slow : Job
        {
            public override void Run() => [|Thread.Sleep(5)|];
        }

        class Fast : Job
        {
            public override void Run()
            {
                if (DateTime.Now.Year > 3000) return;
                Console.WriteLine();
            }
        }

        class Faster : Job
        {
            public override void Run() => Console.WriteLine();
        }
        """, """
        abstract class Job
        {
            public abstract Task RunAsync();
        }

        class Slow : Job
        {
            public override async Task RunAsync() => await Task.Delay(5);
        }

        class Fast : Job
        {
            public override Task RunAsync()
            {
                if (DateTime.Now.Year > 3000) return Task.CompletedTask;
                Console.WriteLine();
                return Task.CompletedTask;
            }
        }

        class Faster : Job
        {
            public override Task RunAsync()
            {
                Console.WriteLine();
                return Task.CompletedTask;
            }
        }
        """);

    [Fact]
    public Task A_function_that_returned_tasks_awaits_them() => Fix.Becomes("TPD002", """
        class C
        {
            Task Run(bool again)
            {
                [|Thread.Sleep(5)|];
                if (again) return Run(false);
                return Task.CompletedTask;
            }

            Task<int> Count()
            {
                [|Thread.Sleep(5)|];
                return Task.FromResult(5);
            }

            Task<string> Read() { [|Thread.Sleep(5)|]; return File.ReadAllTextAsync("a"); }

            Func<Task> Later() => () => { [|Thread.Sleep(5)|]; return Run(true); };
        }
        """, """
        class C
        {
            async Task Run(bool again)
            {
                await Task.Delay(5);
                if (again) { await Run(false); return; }
            }

            async Task<int> Count()
            {
                await Task.Delay(5);
                return 5;
            }

            async Task<string> Read() { await Task.Delay(5); return await File.ReadAllTextAsync("a"); }

            Func<Task> Later() => async () => { await Task.Delay(5); await Run(true); };
        }
        """);

    [Fact]
    public Task A_task_that_is_returned_among_other_statements_becomes_two_of_them() => Fix.Becomes("TPD002", """
        class C
        {
            Task Run(int kind)
            {
                [|Thread.Sleep(5)|];
                if (kind == 1)
                {
                    // Again.
                    return Run(0); // Once.
                }
                if (kind == 2) { Console.WriteLine(); return Run(1); }
                switch (kind)
                {
                    case 3: return Run(2);
                    case 4:
                        {
                            return Run(3);
                        }
                }
                if (kind == 5)
                {
                    if (Environment.TickCount > 5)
                    {
                        return Run(4);
                    }

                    return Run(5);
                }
                return Run(kind - 1);
            }
        }
        """, """
        class C
        {
            async Task Run(int kind)
            {
                await Task.Delay(5);
                if (kind == 1)
                {
                    // Again.
                    await Run(0);
                    return; // Once.
                }
                if (kind == 2) { Console.WriteLine(); await Run(1); return; }
                switch (kind)
                {
                    case 3: { await Run(2); return; }
                    case 4:
                        {
                            await Run(3);
                            return;
                        }
                }
                if (kind == 5)
                {
                    if (Environment.TickCount > 5)
                    {
                        await Run(4);
                        return;
                    }

                    await Run(5);
                    return;
                }
                await Run(kind - 1);
            }
        }
        """);

    [Fact]
    public Task Recursion_and_local_functions_are_followed() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                Task.Run(() => Outer(3));

                int Outer(int depth)
                {
                    if (depth == 0) return 0;
                    [|Thread.Sleep(depth)|];
                    return Outer(depth - 1) + Inner();

                    int Inner() => Outer(0);
                }
            }
        }
        """, """
        class C
        {
            void Start()
            {
                Task.Run(async () => await OuterAsync(3));

                async Task<int> OuterAsync(int depth)
                {
                    if (depth == 0) return 0;
                    await Task.Delay(depth);
                    return await OuterAsync(depth - 1) + await InnerAsync();

                    async Task<int> InnerAsync() => await OuterAsync(0);
                }
            }
        }
        """);

    [Fact]
    public Task Public_api_of_a_library_stops_it() => Fix.IsRefused("TPD002", """
        public class C
        {
            public void Load() => [|Thread.Sleep(5)|];
        }
        """);

    [Fact]
    public Task Public_api_is_changed_when_an_option_says_so() => Fix.Becomes("TPD002", """
        public class C
        {
            public void Load() => [|Thread.Sleep(5)|];
        }
        """, """
        public class C
        {
            public async Task LoadAsync() => await Task.Delay(5);
        }
        """, new() { Config = { ["threadpooldoctor.fix_public_api"] = "true" } });

    [Fact]
    public async Task A_method_beside_its_asynchronous_half_stays_synchronous() => (await Fix.WhyNot("TPD003", """
        interface IStore
        {
            bool Take(FileStream file);
            Task<bool> TakeAsync(Stream file, CancellationToken token);
        }
        class Store : IStore
        {
            public bool Take(FileStream file) => [|file.Read(new byte[1], 0, 1)|] > 0;
            public async Task<bool> TakeAsync(Stream file, CancellationToken token) => await file.ReadAsync(new byte[1], token) > 0;
        }
        class C { async Task<bool> Read(IStore store, FileStream file) { await Task.Yield(); return store.Take(file); } }
        """)).ShouldBe("'TakeAsync' stands beside it, for its callers to await");

    /// <summary>
    /// Found by chance: what another type offers by "using static" would be hidden, and something else be called.
    /// </summary>
    [Fact]
    public Task A_name_that_stands_for_something_else_there_is_kept() => Fix.Becomes("TPD002", """
        using static Other;

        class C
        {
            void Load() => [|Thread.Sleep(5)|];

            object Ask() => LoadAsync();
        }

        static class Other { public static int LoadAsync() => 5; }
        """, """
        using static Other;

        class C
        {
            async Task Load() => await Task.Delay(5);

            object Ask() => LoadAsync();
        }

        static class Other { public static int LoadAsync() => 5; }
        """);

    [Fact]
    public Task A_name_that_is_taken_or_that_others_know_is_kept() => Fix.Becomes("TPD002", """
        class C
        {
            void Load() => [|Thread.Sleep(5)|];

            void LoadAsync(string name) => Console.WriteLine(name);

            [Obsolete]
            void Route() => [|Thread.Sleep(5)|];
        }
        """, """
        class C
        {
            async Task Load() => await Task.Delay(5);

            void LoadAsync(string name) => Console.WriteLine(name);

            [Obsolete]
            async Task Route() => await Task.Delay(5);
        }
        """);

    [Fact]
    public Task A_web_action_keeps_its_name_but_not_the_helper_beside_it() => Fix.Becomes("TPD003", """
        public class HomeController : Microsoft.AspNetCore.Mvc.Controller
        {
            public string Index() => Load();

            private string Load() => [|System.IO.File.ReadAllText("a")|];
        }
        """, """
        public class HomeController : Microsoft.AspNetCore.Mvc.Controller
        {
            public async Task<string> Index() => await LoadAsync();

            private async Task<string> LoadAsync() => await System.IO.File.ReadAllTextAsync("a");
        }
        """);

    [Theory]
    [InlineData("System.Web.Mvc", "Controller")]
    [InlineData("System.Web.Http", "ApiController")]
    [InlineData("ServiceStack", "Service")]
    public Task So_does_an_action_of_older_frameworks_in_a_library_too(string space, string type) => Fix.Becomes("TPD003", [$"namespace {space} {{ public abstract class {type}; }}", $$"""
        public class HomeController : {{space}}.{{type}}
        {
            public string Index() => Load();

            private string Load() => [|File.ReadAllText("a")|];
        }
        """], [$"namespace {space} {{ public abstract class {type}; }}", $$"""
        public class HomeController : {{space}}.{{type}}
        {
            public async Task<string> Index() => await LoadAsync();

            private async Task<string> LoadAsync() => await File.ReadAllTextAsync("a");
        }
        """]);

    [Fact]
    public Task A_view_component_is_called_by_its_new_name_in_a_library_too() => Fix.Becomes("TPD003", """
        public class Cart : Microsoft.AspNetCore.Mvc.ViewComponent
        {
            public Microsoft.AspNetCore.Mvc.IViewComponentResult Invoke() => Content([|File.ReadAllText("a")|]);
        }
        """, """
        public class Cart : Microsoft.AspNetCore.Mvc.ViewComponent
        {
            public async Task<Microsoft.AspNetCore.Mvc.IViewComponentResult> InvokeAsync() => Content(await File.ReadAllTextAsync("a"));
        }
        """);

    [Fact]
    public Task A_name_that_a_derived_class_or_an_extension_has_is_kept_and_Sync_goes() => Fix.Becomes("TPD002", """
        class B
        {
            internal void Load() => [|Thread.Sleep(5)|];

            internal void Save() => [|Thread.Sleep(5)|];

            internal void StoreSync() => [|Thread.Sleep(5)|];
        }

        class D : B
        {
            public void LoadAsync() => Console.WriteLine();
        }

        static class Extensions
        {
            public static Task SaveAsync(this B b) => Task.Run(() => b.Save());
        }
        """, """
        class B
        {
            internal async Task Load() => await Task.Delay(5);

            internal async Task Save() => await Task.Delay(5);

            internal async Task StoreAsync() => await Task.Delay(5);
        }

        class D : B
        {
            public void LoadAsync() => Console.WriteLine();
        }

        static class Extensions
        {
            public static Task SaveAsync(this B b) => Task.Run(async () => await b.Save());
        }
        """);

    [Fact]
    public Task A_method_that_is_a_web_handler_by_its_name_becomes_async_and_the_route_follows() => Fix.Becomes("TPD003", """
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Http;

        var app = WebApplication.CreateBuilder(args).Build();
        app.MapGet("/{name}", Handlers.Load);
        app.MapGroup("/more").MapPost("/", Handlers.Keep).AllowAnonymous();
        app.Run();

        static class Handlers
        {
            public static IResult Load(string name) => Results.Text([|File.ReadAllText(name)|]);

            public static void Keep(string name, CancellationToken token) => [|File.WriteAllText(name, "")|];
        }
        """, """
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Http;

        var app = WebApplication.CreateBuilder(args).Build();
        app.MapGet("/{name}", Handlers.LoadAsync);
        app.MapGroup("/more").MapPost("/", Handlers.KeepAsync).AllowAnonymous();
        app.Run();

        static class Handlers
        {
            public static async Task<IResult> LoadAsync(string name) => Results.Text(await File.ReadAllTextAsync(name));

            public static async Task KeepAsync(string name, CancellationToken token) => await File.WriteAllTextAsync(name, "", token);
        }
        """, s_program);

    /// <summary>
    /// Whoever raised the event went on at the first await, and TPD007 leaves handlers alone: nothing is to be cured
    /// first.
    /// </summary>
    [Theory]
    [InlineData("async void On(object? s, EventArgs e) { await Task.Yield(); [|Thread.Sleep(5)|]; }")]
    [InlineData("async void On(object? s, EventArgs e) { await Task.Yield(); if (s is null) { [|Thread.Sleep(5)|]; } }")]
    [InlineData("async void On(object? s, UnhandledExceptionEventArgs e) { await Task.Yield(); Nap(); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("void M() => AppDomain.CurrentDomain.ProcessExit += async (s, e) => { await Task.Yield(); [|Thread.Sleep(5)|]; };")]
    public async Task Behind_its_first_await_a_handler_awaits(string members)
    {
        // It was async void before, which the usual check would mind.
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD002", [$"class C {{ {members} }}"], new());
        Solution changed = await Fix.Apply((await Fix.Offers(Fix.Curing("TPD002"), project, reports[0])).ShouldHaveSingleItem());
        Project after = changed.GetProject(project.Id)!;
        (await after.GetCompilationAsync())!.GetDiagnostics().Where(each => each.Severity >= DiagnosticSeverity.Warning).ShouldBeEmpty();
        (await after.Documents.Single(document => document.Name == "Test0.cs").GetTextAsync()).ToString().ShouldContain("await Task.Delay(5)");
    }

    /// <summary>
    /// It has waited when it gives its task back: who drops that would go on earlier, and be warned in another file.
    /// </summary>
    [Theory]
    [InlineData("void M(Store store) { store.Save(); }", false)]
    [InlineData("void M(Store? store) { store?.Save(); }", false)]
    [InlineData("void M(IStore store) => store.Save();", false)]
    [InlineData("Action M(Store store) => () => store.Save();", false)]
    [InlineData("void M(Store store) { _ = store.Save(); }", true)]
    [InlineData("void M(Store store) { store.Save().Wait(); }", true)]
    [InlineData("Task M(Store store) => store.Save();", true)]
    [InlineData("async Task M(IStore store) { await store.Save(); }", true)]
    public async Task What_gives_a_task_waits_while_somebody_drops_it(string caller, bool isCured)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD002", [
            "interface IStore { Task Save(); }\nclass Store : IStore { public Task Save() { [|Thread.Sleep(5)|]; return Task.CompletedTask; } }",
            $"class C {{ {caller} }}"], new());
        (await Fix.Offers(Fix.Curing("TPD002"), project, reports[0])).Length.ShouldBe(isCured ? 1 : 0);
    }
}
