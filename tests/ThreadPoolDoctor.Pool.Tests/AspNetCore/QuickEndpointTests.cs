using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool.Tests.AspNetCore;

/// <summary>Endpoints that have proved to be quick run on the server's threads, and what happens when they block there.</summary>
public class QuickEndpointTests
{
    private const string OnServer = "server", OnPool = "pool";

    [Fact]
    public async Task The_first_thousand_requests_run_on_the_pool_and_then_a_quick_endpoint_stays_with_the_server()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", Where);
        });
        for (int i = 0; i < Habit.Enough; i++) (await site.Client.GetStringAsync("/")).ShouldBe(OnPool);
        await ComeToServer(site, "/");
    }

    [Fact]
    public async Task Each_endpoint_is_judged_by_itself()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/quick", Where);
            app.MapGet("/blocking", () =>
            {
                Thread.Sleep(2);
                return Where();
            });
            app.MapGet("/marked", Where).WithWorkPool();
            app.MapGet("/attributed", [WithWorkPool] () => Where());
        });
        string[] stay = ["/blocking", "/marked", "/attributed"];
        await Task.WhenAll(stay.Select(path => Ask(site, path, Habit.Enough + 500)));
        await ComeToServer(site, "/quick");
        foreach (string path in stay) (await Ask(site, path, 50)).ShouldAllBe(where => where == OnPool, path);
    }

    [Theory]
    [InlineData("wait")]
    [InlineData("sleep")]
    public async Task Handlers_that_begin_to_block_catch_no_more_of_the_server_s_threads_than_there_are_places(string how)
    {
        const int requests = 40;
        using var inside = new CountdownEvent(requests);
        var blocker = new Blocker(how, inside);
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", () =>
            {
                blocker.PassOrBlock();
                return Where();
            });
            app.MapGet("/other", Where);
        });
        await ComeToServer(site, "/");
        blocker.Close();
        Task<string>[] asked = [.. Enumerable.Range(0, requests).Select(_ => site.Client.GetStringAsync("/"))];
        inside.Wait(Patience.Limit).ShouldBeTrue($"{inside.CurrentCount} never began: {site.Pool.GetStatistics()}");
        (await site.Client.GetStringAsync("/other")).ShouldBe(OnPool);
        // Those on the server's threads wait until they are told that it was long enough for everybody to see.
        blocker.Open();
        string[] answers = await Task.WhenAll(asked);
        answers.Count(static where => where == OnServer).ShouldBeInRange(1, ServerPlaces.Count);
        (await Ask(site, "/", 500)).ShouldAllBe(where => where == OnPool, "it was seen to block once");
        Patience.Until(static () => ServerPlaces.Taken == 0);
    }

    [Fact]
    public async Task Many_endpoints_that_begin_to_block_together_catch_no_more_threads_than_one()
    {
        const int endpoints = 50;
        using var inside = new CountdownEvent(endpoints);
        var blocker = new Blocker("sleep", inside);
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            for (int i = 0; i < endpoints; i++)
            {
                app.MapGet($"/{i}", () =>
                {
                    blocker.PassOrBlock();
                    return Where();
                });
            }
        });
        await Task.WhenAll(Enumerable.Range(0, endpoints).Select(i => ComeToServer(site, $"/{i}")));
        blocker.Close();
        Task<string>[] asked = [.. Enumerable.Range(0, endpoints).Select(i => site.Client.GetStringAsync($"/{i}"))];
        inside.Wait(Patience.Limit).ShouldBeTrue($"{inside.CurrentCount} never began: {site.Pool.GetStatistics()}");
        blocker.Open();
        (await Task.WhenAll(asked)).Count(static where => where == OnServer).ShouldBeLessThanOrEqualTo(ServerPlaces.Count);
    }

    [Fact]
    public async Task One_that_has_blocked_comes_back_after_four_times_as_many_quick_requests()
    {
        bool blocks = false;
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", () =>
            {
                if (Volatile.Read(ref blocks)) Thread.Sleep(30);
                return Where();
            });
        });
        await ComeToServer(site, "/");
        Volatile.Write(ref blocks, true);
        // The one that finds out, and those that find no place meanwhile.
        await Ask(site, "/", 20);
        Volatile.Write(ref blocks, false);
        (await Ask(site, "/", 3 * Habit.Enough)).ShouldAllBe(where => where == OnPool);
        await ComeToServer(site, "/");
    }

    [Fact]
    public async Task What_follows_an_await_runs_on_the_pool_though_the_handler_began_with_the_server()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.MapGet("/", async (bool awaits = false) =>
            {
                string began = Where();
                if (!awaits) return began;
                await Task.Yield();
                return $"{began}, then {Where()}";
            });
            app.MapGet("/always", async () =>
            {
                string began = Where();
                await Task.Yield();
                return began;
            });
        });
        await ComeToServer(site, "/");
        string[] answers = await Ask(site, "/?awaits=true", 100);
        answers.ShouldContain("server, then pool");
        answers.ShouldAllBe(static text => text.EndsWith("then pool"));
        (await Ask(site, "/always", Habit.Enough + 500)).ShouldAllBe(where => where == OnPool, "nothing would be won");
    }

    [Fact]
    public async Task On_the_server_s_thread_exceptions_locals_and_the_context_are_as_without_the_pool()
    {
        var local = new AsyncLocal<string?>();
        int left = 0;
        await using Site site = await Site.Start(app =>
        {
            app.Use(async (context, next) =>
            {
                if (local.Value is not null) Interlocked.Increment(ref left);
                try
                {
                    await next(context);
                }
                catch (InvalidOperationException e)
                {
                    context.Response.StatusCode = 418;
                    await context.Response.WriteAsync(e.Message);
                }
                finally
                {
                    if (SynchronizationContext.Current is not null) Interlocked.Increment(ref left);
                }
            });
            app.UseWorkPool();
            // Twice is as good as once.
            app.UseWorkPool();
            app.MapGet("/{how}", (string how) =>
            {
                local.Value = how;
                return how switch
                {
                    "none" => Task.FromResult(Where()),
                    "throw" => throw new InvalidOperationException($"thrown on the {Where()}"),
                    _ => Later(how),
                };
            });
        });
        string[] answers = await AskOnServer(site, "/none", "/later", "200 server, then pool later");
        answers.ShouldAllBe(static text => text.EndsWith(", then pool later"));
        answers = await AskOnServer(site, "/none", "/throw", "418 thrown on the server");
        answers.ShouldAllBe(static text => text.StartsWith("418 thrown on the"));
        (await Ask(site, "/throw-later", 200)).ShouldAllBe(static text => text == "418 thrown later");
        left.ShouldBe(0, "a request found what another left behind");

        async Task<string> Later(string how)
        {
            string began = Where();
            await Task.Delay(1);
            await Task.Yield();
            if (how == "throw-later") throw new InvalidOperationException("thrown later");
            return $"{began}, then {Where()} {local.Value}";
        }
    }

    [Fact]
    public async Task Requests_that_no_endpoint_takes_run_on_the_pool()
    {
        await using Site site = await Site.Start(app =>
        {
            app.UseWorkPool();
            app.Run(static context => context.Response.WriteAsync(Where()));
        });
        (await Ask(site, "/", Habit.Enough + 500)).ShouldAllBe(where => where == OnPool);
    }

    private static string Where() => Thread.CurrentThread.IsThreadPoolThread ? OnServer : OnPool;

    /// <summary>Asks until an answer comes from the server's thread. A loaded machine makes quick handlers look long.</summary>
    private static async Task ComeToServer(Site site, string path)
    {
        for (int i = 0; i < 200_000; i++)
        {
            if ((await site.Client.GetStringAsync(path)).Contains(OnServer)) return;
        }
        throw new InvalidOperationException($"{path} never came to the server.");
    }

    /// <summary>
    /// Two hundred answers, at least one of them from the server's thread. Where an overloaded machine makes a quick answer slow,
    /// the endpoint goes back to the pool, and has to come to the server once more.
    /// </summary>
    private static async Task<string[]> AskOnServer(Site site, string quick, string path, string onServer)
    {
        long end = Environment.TickCount64 + (long)Patience.Limit.TotalMilliseconds;
        string[] answers;
        do
        {
            await ComeToServer(site, quick);
            answers = await Ask(site, path, 200);
        }
        while (!answers.Contains(onServer) && Environment.TickCount64 < end);
        answers.ShouldContain(onServer);
        return answers;
    }

    /// <summary>Ten at a time. The text, and the status too if the path says how.</summary>
    private static async Task<string[]> Ask(Site site, string path, int times)
    {
        var answers = new ConcurrentBag<string>();
        int left = times;
        await Task.WhenAll(Enumerable.Range(0, 10).Select(async _ =>
        {
            while (Interlocked.Decrement(ref left) >= 0)
            {
                using HttpResponseMessage answer = await site.Client.GetAsync(path);
                string text = await answer.Content.ReadAsStringAsync();
                answers.Add(path.Contains("later") || path.Contains("throw") ? $"{(int)answer.StatusCode} {text}" : text);
            }
        }));
        return [.. answers];
    }

    /// <summary>Lets handlers pass until it is closed.</summary>
    private sealed class Blocker(string how, CountdownEvent inside)
    {
        private readonly ManualResetEventSlim _open = new(true);

        public void Close() => _open.Reset();

        /// <summary>Not before everybody inside has been there for so long that it counts as blocked.</summary>
        public void Open()
        {
            SpinWait.SpinUntil(static () => false, 50);
            _open.Set();
        }

        public void PassOrBlock()
        {
            if (_open.IsSet) return;
            inside.Signal();
            if (how == "wait") _open.Wait(Patience.Limit).ShouldBeTrue();
            else while (!_open.IsSet) Thread.Sleep(5);
        }
    }
}
