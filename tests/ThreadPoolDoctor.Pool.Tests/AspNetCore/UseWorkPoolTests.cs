using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace ThreadPoolDoctor.Pool.Tests.AspNetCore;

public class UseWorkPoolTests
{
    [Fact]
    public async Task A_handler_runs_on_a_worker_of_the_registered_pool()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", (WorkPool pool) => $"{pool.Name} {pool.IsWorkerThread}");
        });
        (await site.Client.GetStringAsync("/")).ShouldBe("Application True");
    }

    [Fact]
    public async Task Without_a_registered_pool_it_is_the_shared_one_and_a_given_one_comes_first()
    {
        await using var given = new WorkPool();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        await using WebApplication app = builder.Build();
        var chosen = new List<string>();
        RequestDelegate Pipeline(WorkPool? pool)
        {
            IApplicationBuilder branch = ((IApplicationBuilder)app).New();
            branch.UseWorkPool(pool);
            branch.Run(_ =>
            {
                chosen.Add($"{WorkPool.Shared.IsWorkerThread} {given.IsWorkerThread}");
                return Task.CompletedTask;
            });
            return branch.Build();
        }
        await Pipeline(null)(new DefaultHttpContext()).WaitAsync(Patience.Limit);
        await Pipeline(given)(new DefaultHttpContext()).WaitAsync(Patience.Limit);
        chosen.ShouldBe(["True False", "False True"]);
    }

    [Theory]
    [InlineData("sleep")]
    [InlineData("result")]
    [InlineData("lock")]
    [InlineData("event")]
    public async Task Many_more_handlers_than_processors_block_at_once_and_the_server_goes_on(string how)
    {
        const int blockers = 40;
        using var inside = new CountdownEvent(blockers);
        using var leave = new ManualResetEventSlim();
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        object gate = new();
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/block", () =>
            {
                inside.Signal();
                switch (how)
                {
                    case "sleep":
                        while (!leave.IsSet) Thread.Sleep(5);
                        break;
                    case "result":
                        done.Task.GetAwaiter().GetResult();
                        break;
                    case "lock":
                        lock (gate) { }
                        break;
                    default:
                        leave.Wait();
                        break;
                }
                return "ok";
            });
            app.MapGet("/async", async () =>
            {
                await Task.Yield();
                return "ok";
            });
        });
        using var held = new ManualResetEventSlim();
        var owner = new Thread(() =>
        {
            lock (gate)
            {
                held.Set();
                leave.Wait();
            }
        });
        owner.Start();
        held.Wait();
        Task<string>[] blocked = [.. Enumerable.Range(0, blockers).Select(_ => site.Client.GetStringAsync("/block"))];
        inside.Wait(Patience.Limit).ShouldBeTrue($"{inside.CurrentCount} never began: {site.Pool.GetStatistics()}");
        (await site.Client.GetStringAsync("/async")).ShouldBe("ok");
        leave.Set();
        done.SetResult();
        (await Task.WhenAll(blocked)).ShouldAllBe(text => text == "ok");
        owner.Join();
    }

    [Fact]
    public async Task The_code_after_an_await_is_back_on_the_pool()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", async (WorkPool pool) =>
            {
                await Task.Delay(1);
                return pool.IsWorkerThread;
            });
        });
        (await site.Client.GetStringAsync("/")).ShouldBe("true");
    }

    [Fact]
    public async Task An_async_handler_that_waits_holds_no_worker()
    {
        const int requests = 100;
        var answer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var inside = new CountdownEvent(requests);
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", async () =>
            {
                inside.Signal();
                await answer.Task;
                return "ok";
            });
        });
        Task<string>[] asked = [.. Enumerable.Range(0, requests).Select(_ => site.Client.GetStringAsync("/"))];
        inside.Wait(Patience.Limit).ShouldBeTrue();
        Patience.Until(() => site.Pool.GetStatistics() is { QueueLength: 0, BlockedWorkers: 0 });
        site.Pool.GetStatistics().AddedForBlocked.ShouldBe(0);
        answer.SetResult();
        await Task.WhenAll(asked);
    }

    [Fact]
    public async Task An_exception_reaches_the_middleware_before_it_as_it_was_thrown()
    {
        Exception[] thrown = [new InvalidOperationException("at once"), new InvalidOperationException("later"), new OperationCanceledException("cancelled")];
        var caught = new List<Exception>();
        await using Site site = await Site.Start(app =>
        {
            app.Use(async (context, next) =>
            {
                try
                {
                    await next(context);
                }
                catch (Exception e)
                {
                    caught.Add(e);
                    context.Response.StatusCode = 418;
                }
            });
            app.UseWorkPool();
            app.Run(context => context.Request.Path.Value switch
            {
                "/0" => throw thrown[0],
                "/1" => Later(thrown[1]),
                _ => Later(thrown[2]),
            });
        });
        for (int i = 0; i < thrown.Length; i++) ((int)(await site.Client.GetAsync($"/{i}")).StatusCode).ShouldBe(418);
        caught.ShouldBe(thrown);

        static async Task Later(Exception exception)
        {
            await Task.Yield();
            throw exception;
        }
    }

    [Fact]
    public async Task An_exception_nobody_catches_is_a_500_and_the_pool_goes_on()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/bad", string () => throw new InvalidOperationException());
            app.MapGet("/good", () => "ok");
        });
        (await site.Client.GetAsync("/bad")).StatusCode.ShouldBe(HttpStatusCode.InternalServerError);
        (await site.Client.GetStringAsync("/good")).ShouldBe("ok");
    }

    [Fact]
    public async Task A_client_that_leaves_cancels_RequestAborted_of_a_blocked_handler()
    {
        using var inside = new ManualResetEventSlim();
        var ended = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", (HttpContext context) =>
            {
                inside.Set();
                ended.SetResult(context.RequestAborted.WaitHandle.WaitOne(Patience.Limit));
            });
        });
        using (var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))
        {
            socket.Connect(IPAddress.Loopback, site.Client.BaseAddress!.Port);
            socket.Send(Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: here\r\n\r\n"));
            inside.Wait();
        }
        (await ended.Task.WaitAsync(Patience.Limit)).ShouldBeTrue();
    }

    [Fact]
    public async Task Culture_async_locals_and_the_accessed_HttpContext_come_along()
    {
        var local = new AsyncLocal<string?>();
        await using Site site = await Site.Start(app =>
        {
            var accessor = new HttpContextAccessor();
            app.Use(async (context, next) =>
            {
                local.Value = context.Request.Query["n"];
                accessor.HttpContext = context;
                CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("");
                CultureInfo.CurrentUICulture = new CultureInfo("") { NumberFormat = { NumberDecimalSeparator = context.Request.Query["n"]! } };
                await next(context);
            });
            app.UseWorkPool();
            app.MapGet("/", async (HttpContext context) =>
            {
                string before = Seen(context);
                await Task.Yield();
                return before == Seen(context) ? before : "changed";
            });
            string Seen(HttpContext context) =>
                $"{local.Value} {ReferenceEquals(accessor.HttpContext, context)} {CultureInfo.CurrentUICulture.NumberFormat.NumberDecimalSeparator}";
        });
        string[] answers = await Task.WhenAll(Enumerable.Range(0, 50).Select(n => site.Client.GetStringAsync($"/?n={n}")));
        answers.ShouldBe(Enumerable.Range(0, 50).Select(n => $"{n} True {n}"));
        // Nothing of a request stays with the worker.
        string? after = "not looked at";
        await site.Pool.Run(() => after = local.Value).WaitAsync(Patience.Limit);
        after.ShouldBeNull();
    }

    [Fact]
    public async Task Middleware_before_it_stays_with_the_server_and_what_is_behind_it_moves()
    {
        await using Site site = await Site.Start(app =>
        {
            WorkPool pool = app.Services.GetRequiredService<WorkPool>();
            app.Use((context, next) =>
            {
                context.Items["before"] = pool.IsWorkerThread;
                return next(context);
            });
            app.UseWorkPool();
            // Twice is as good as once.
            app.UseWorkPool();
            app.Use((context, next) =>
            {
                context.Items["behind"] = pool.IsWorkerThread;
                return next(context);
            });
            app.MapGet("/", (HttpContext context) => $"{context.Items["before"]} {context.Items["behind"]}");
        });
        (await site.Client.GetStringAsync("/")).ShouldBe("False True");
        site.Pool.GetStatistics().CompletedItems.ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public async Task A_condition_picks_the_requests()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool(context => context.Request.Path.StartsWithSegments("/reports"));
            app.MapGet("/{where}", (WorkPool pool) => pool.IsWorkerThread);
        });
        (await site.Client.GetStringAsync("/reports")).ShouldBe("true");
        (await site.Client.GetStringAsync("/other")).ShouldBe("false");
    }

    [Fact]
    public async Task Endpoints_can_stay_with_the_server()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/stay", (WorkPool pool) => pool.IsWorkerThread).WithoutWorkPool();
            app.MapGet("/marked", [WithoutWorkPool] (WorkPool pool) => pool.IsWorkerThread);
            app.MapGet("/move", (WorkPool pool) => pool.IsWorkerThread);
        });
        (await site.Client.GetStringAsync("/stay")).ShouldBe("false");
        (await site.Client.GetStringAsync("/marked")).ShouldBe("false");
        (await site.Client.GetStringAsync("/move")).ShouldBe("true");
    }

    [Fact]
    public async Task Stopping_the_app_lets_requests_end_and_disposes_the_pool()
    {
        using var inside = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", () =>
            {
                inside.Set();
                leave.Wait();
                return "ok";
            });
        });
        Task<string> asked = site.Client.GetStringAsync("/");
        inside.Wait();
        Task ended = StopAndDispose(site.App);
        ended.IsCompleted.ShouldBeFalse();
        leave.Set();
        (await asked).ShouldBe("ok");
        await ended.WaitAsync(Patience.Limit);
        Should.Throw<ObjectDisposedException>(() => site.Pool.Queue(() => { }));
        Patience.Until(() => site.Pool.GetStatistics().Workers == 0);
    }

    // As a host does at its end. Kestrel resets the connections of a request that runs when nobody has stopped it
    // before.
    private static async Task StopAndDispose(WebApplication app)
    {
        await app.StopAsync();
        await app.DisposeAsync();
    }

    [Fact]
    public async Task Impossible_options_fail_as_the_pipeline_is_built()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Services.AddWorkPool(options => options.Processors = 0);
        await using WebApplication app = builder.Build();
        Should.Throw<ArgumentOutOfRangeException>(() => app.UseWorkPool()).ParamName.ShouldBe("Processors");
    }

    [Fact]
    public void Registering_twice_keeps_the_first()
    {
        var services = new ServiceCollection();
        services.AddWorkPool(options => options.Name = "first");
        services.AddWorkPool(options => options.Name = "second");
        using ServiceProvider provider = services.BuildServiceProvider();
        provider.GetRequiredService<WorkPool>().Name.ShouldBe("first");
    }

    [Fact]
    public void Null_arguments_are_refused()
    {
        Should.Throw<ArgumentNullException>(() => ((IServiceCollection)null!).AddWorkPool());
        Should.Throw<ArgumentNullException>(() => ((IApplicationBuilder)null!).UseWorkPool());
        var app = new ApplicationBuilder(new ServiceCollection().BuildServiceProvider());
        Should.Throw<ArgumentNullException>(() => app.UseWorkPool((Func<HttpContext, bool>)null!));
        Should.Throw<ArgumentNullException>(() => ((RouteGroupBuilder)null!).WithoutWorkPool());
    }
}
