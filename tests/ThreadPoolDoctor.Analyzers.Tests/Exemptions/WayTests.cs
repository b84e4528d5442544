namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// How sure a way through helpers must be, by what waits at its end; what falls short is told on demand alone.
/// </summary>
public sealed class WayTests
{
    private static readonly Settings s_all = new() { Config = { ["threadpooldoctor.report"] = "all" } };

    [Fact]
    public Task A_kept_task_that_one_helper_surely_waits_for_is_reported() => Examine.Reports("TPD001", """
        class C
        {
            bool _a, _b;
            async Task Load(Task task) { await Task.Yield(); if (_a) { if (_b) [|One(task)|]; } }
            void One(Task task) => task.Wait();
        }
        """);

    [Fact]
    public Task A_kept_task_behind_a_condition_of_a_helper_is_doubtful() => IsDoubtful("TPD001", """
        class C
        {
            bool _a;
            async Task Load(Task task) { await Task.Yield(); [|One(task)|]; [|Two(task)|]; }
            void One(Task task) { if (_a) task.Wait(); }
            void Two(Task task) { if (_a) Three(task); }
            void Three(Task task) => task.Wait();
        }
        """);

    [Fact]
    public Task A_task_that_was_only_just_begun_is_waited_for_each_time_it_is_come_to() => Examine.Reports("TPD001", """
        class C
        {
            bool _a;
            async Task Load() { await Task.Yield(); [|One()|]; }
            void One() => Two();
            void Two() { if (_a) Three(); }
            void Three() => Task.Run(() => 5).GetAwaiter().GetResult();
        }
        """);

    [Fact]
    public Task A_task_begun_behind_two_helpers_with_conditions_or_one_and_three_more_is_doubtful() => IsDoubtful("TPD001", """
        class C
        {
            bool _a, _b;
            async Task Load() { await Task.Yield(); [|One()|]; [|Five()|]; }
            void One() { if (_a) Two(); }
            void Two() { if (_b) Task.Run(() => 5).GetAwaiter().GetResult(); }
            void Five() { if (_a) Six(); }
            void Six() => Seven();
            void Seven() => Eight();
            void Eight() => Task.Run(() => 5).GetAwaiter().GetResult();
        }
        """);

    [Theory]
    [InlineData("TPD001", "_task.Wait()")]
    [InlineData("TPD001", "Task.Run(() => 5).GetAwaiter().GetResult()")]
    [InlineData("TPD002", "Thread.Sleep(5)")]
    [InlineData("TPD003", "File.ReadAllText(\"x\")")]
    [InlineData("TPD004", "_ready.Wait()")]
    [InlineData("TPD005", "while (true) GC.KeepAlive(this)")]
    public Task What_every_helper_surely_comes_to_is_reported_however_many_there_are(string id, string wait) => Examine.Reports(id, $$"""
        class C(Task _task)
        {
            readonly ManualResetEventSlim _ready = new();
            async Task Load() { await Task.Yield(); [|One()|]; }
            void One() => Two();
            void Two() => Three();
            void Three() => Four();
            void Four() => Five();
            void Five() => Six();
            void Six() { {{wait}}; }
        }
        """);

    [Fact]
    public Task A_signal_behind_a_condition_of_a_helper_is_doubtful() => IsDoubtful("TPD004", """
        class C
        {
            bool _a;
            readonly ManualResetEventSlim _ready = new();
            async Task Load() { await Task.Yield(); [|One()|]; [|Four()|]; }
            void One() => Two();
            void Two() { if (_a) Three(); }
            void Three() => _ready.Wait();
            void Four() { if (_a) _ready.Wait(); }
        }
        """);

    [Fact]
    public Task A_pause_that_a_token_may_end_is_one_whenever_it_is_come_to() => Examine.Reports("TPD004", """
        class C(CancellationToken token)
        {
            bool _a;
            async Task Load() { await Task.Yield(); [|One()|]; }
            void One() { if (_a) Two(); }
            void Two() { if (token.WaitHandle.WaitOne(500)) token.ThrowIfCancellationRequested(); }
        }
        """);

    [Fact]
    public Task Until_its_end_it_is_waited_for_as_for_a_signal() => IsDoubtful("TPD004", """
        class C(CancellationToken token)
        {
            bool _a;
            async Task Load() { await Task.Yield(); [|One()|]; }
            void One() { if (_a) token.WaitHandle.WaitOne(); }
        }
        """);

    [Theory]
    [InlineData("if (_peer != null) _peer.Receive(read);")]
    [InlineData("int count = _peer == null ? 0 : _peer.Receive(read);")]
    [InlineData("int count = _peer is not null ? _peer.Receive(read) : 0;")]
    [InlineData("int count = _peer?.Receive(read) ?? 0;")]
    public Task That_its_own_object_is_there_is_no_condition(string receive) => Examine.Reports("TPD003", Receiving("[|One()|]", receive));

    [Theory]
    [InlineData("if (read != null) _peer!.Receive(read);")]
    [InlineData("int count = _peer == null || _seldom ? 0 : _peer.Receive(read);")]
    [InlineData("if (_seldom) { if (_peer != null) _peer.Receive(read); }")]
    public Task That_another_is_there_is_one(string receive) => IsDoubtful("TPD003", Receiving("[|One()|]", receive));

    private static string Receiving(string call, string receive) => $$"""
        class C
        {
            bool _a, _seldom;
            System.Net.Sockets.Socket? _peer;
            async Task Load() { await Task.Yield(); {{call}}; }
            void One() { if (_a) Two(new byte[5]); }
            void Two(byte[] read) { {{receive}} }
        }
        """;

    [Fact]
    public Task A_file_that_is_read_behind_three_helpers_and_one_condition_is_reported() => Examine.Reports("TPD003", """
        class C
        {
            bool _a;
            async Task Load() { await Task.Yield(); [|One()|]; }
            void One() => Two();
            void Two() { if (_a) Three(); }
            void Three() => File.ReadAllText("x");
        }
        """);

    [Fact]
    public Task A_file_that_is_read_behind_two_conditions_or_four_helpers_and_one_is_doubtful() => IsDoubtful("TPD003", """
        class C
        {
            bool _a, _b;
            async Task Load() { await Task.Yield(); [|One()|]; [|Three()|]; }
            void One() { if (_a) Two(); }
            void Two() { if (_b) File.ReadAllText("x"); }
            void Three() => Four();
            void Four() { if (_a) Five(); }
            void Five() => Six();
            void Six() => File.ReadAllText("x");
        }
        """);

    [Theory]
    [InlineData("switch (id) { case 1: Two(); break; case 2: id++; Two(); break; default: GC.KeepAlive(this); break; }")]
    [InlineData("if (id > 5) Two(); else { id++; Two(); }")]
    [InlineData("object read = id > 5 ? Two() : Two();")]
    [InlineData("object? read = (id + DateTime.Now.Day) switch { 1 => Two(), 2 => Two(), _ => null };")]
    public Task What_several_branches_come_to_is_no_exception(string choice) => Examine.Reports("TPD003", Chosen("[|One(5)|]", choice));

    [Theory]
    [InlineData("switch (id) { case 1: Two(); break; case 2: id++; break; default: GC.KeepAlive(this); break; }")]
    [InlineData("if (id > 5) Two(); else { id++; Func<object> later = () => Two(); }")]
    [InlineData("if (id > 5) { if (_a) Two(); else Two(); }")]
    [InlineData("try { id++; } catch { if (id > 5) Two(); else Two(); }")]
    public Task What_one_branch_comes_to_or_all_of_a_seldom_one_is_doubtful(string choice) => IsDoubtful("TPD003", Chosen("[|One(5)|]", choice));

    private static string Chosen(string call, string choice) => $$"""
        class C
        {
            bool _a;
            async Task Load() { await Task.Yield(); {{call}}; }
            void One(int id) { {{choice}} }
            object Two() => _a ? File.ReadAllText("x") : "";
        }
        """;

    [Fact]
    public Task Another_way_without_conditions_is_told_instead() => Examine.Reports("TPD003", """
        class C
        {
            bool _a, _b, _c;
            async Task Load(Task task) { await Task.Yield(); [|One(task)|]; }
            void One(Task task) { if (_a) Two(task); Read(1); }
            void Two(Task task) { if (_b) Three(task); }
            void Three(Task task) { if (_c) task.Wait(); }
            void Read(int n) => ReadAgain(n);
            void ReadAgain(int n) => ReadAtLast(n);
            void ReadAtLast(int n) => File.ReadAllText("x" + n);
        }
        """);

    [Fact]
    public Task A_wait_after_tries_that_mostly_succeed_is_doubtful() => IsDoubtful("TPD004", """
        class Table
        {
            readonly SemaphoreSlim _free = new(0);
            public void Enter() => Acquire();
            void Acquire() => Reserve();
            void Reserve() { if (TryTake()) return; Await(); }
            void Await() { while (true) { if (TryTake()) return; _free.Wait(); } }
            bool TryTake() => Interlocked.Increment(ref _taken) < 128;
            int _taken;
        }
        class C { async Task Load(Table table) { await Task.Yield(); [|table.Enter()|]; } }
        """);

    [Fact]
    public Task What_is_left_of_a_round_when_a_try_has_gone_on_with_the_next_is_doubtful() => IsDoubtful("TPD004", """
        class Table
        {
            readonly SemaphoreSlim _free = new(0);
            public void Enter(List<int> keys)
            {
                foreach (int key in keys)
                {
                    if (keys.Contains(key)) continue;
                    _free.Wait();
                }
            }
        }
        class C { async Task Load(Table table, List<int> keys) { await Task.Yield(); [|table.Enter(keys)|]; } }
        """);

    [Fact]
    public Task A_sleep_holds_the_thread_whenever_it_is_come_to() => Examine.Reports("TPD002", """
        class C
        {
            bool _a, _b;
            async Task Load() { await Task.Yield(); [|One()|]; }
            void One() { if (_a) Two(); }
            void Two() { if (_b) Thread.Sleep(5); }
        }
        """);

    [Fact]
    public Task What_is_called_for_closing_may_wait_for_what_ends_because_of_it() => IsDoubtful("TPD001", """
        class Channel
        {
            public void AbortIfRequired() => CloseAsync().GetAwaiter().GetResult();
            async Task CloseAsync() => await Task.Yield();
        }
        class C { async Task Load(Channel channel) { await Task.Yield(); [|channel.AbortIfRequired()|]; } }
        """);

    [Fact]
    public Task Async_methods_of_a_type_that_starts_work_on_a_scheduler_of_its_own_are_doubtful() => IsDoubtful("TPD004", """
        class Builder(TaskScheduler dedicated, ManualResetEvent done)
        {
            public Task Start() => Task.Factory.StartNew(() => Build(), CancellationToken.None, TaskCreationOptions.None, dedicated);
            private async Task Build() { await Task.Yield(); [|done.WaitOne()|]; }
        }
        """);

    [Fact]
    public Task Those_of_one_that_starts_it_on_the_pool_are_reported() => Examine.Reports("TPD004", """
        class Builder(ManualResetEvent done)
        {
            public Task Start() => Task.Factory.StartNew(() => Build(), CancellationToken.None, TaskCreationOptions.None, TaskScheduler.Default);
            private async Task Build() { await Task.Yield(); [|done.WaitOne()|]; }
        }
        """);

    private static async Task IsDoubtful(string id, string program)
    {
        await Examine.Silent(program.Replace("[|", "").Replace("|]", ""));
        await Examine.Check(id, [program], s_all);
    }

    private const string Decoding = "object? Decode(HttpResponseMessage response) => Read(response.Content); static object? Read(HttpContent content) => content.ReadAsByteArrayAsync().Result; ";

    /// <summary>The content of a response is with the response, whichever of the two the helpers hand on.</summary>
    [Theory]
    [InlineData("async Task M(HttpClient client) { HttpResponseMessage response = await client.SendAsync(new()); Decode(response); }")]
    [InlineData("async Task M(HttpClient client) { HttpResponseMessage response = await client.SendAsync(new()); Read(response.Content); }")]
    [InlineData("async Task M(HttpClient client) { var response = await client.SendAsync(new()); Outer(response); } void Outer(HttpResponseMessage response) => Decode(response);")]
    public Task Content_that_helpers_hand_on_has_come_with_its_response(string source) => Examine.Silent($"class C {{ {Decoding}{source} }}");

    [Theory]
    [InlineData("async Task M(HttpClient client) { HttpResponseMessage response = await client.SendAsync(new(), HttpCompletionOption.ResponseHeadersRead); [|Decode(response)|]; }")]
    [InlineData("async Task M(HttpClient client) { var response = await client.SendAsync(new(), HttpCompletionOption.ResponseHeadersRead); [|Outer(response)|]; } void Outer(HttpResponseMessage response) => Decode(response);")]
    [InlineData("async Task M(HttpRequestMessage request) { await Task.Yield(); [|Read(request.Content!)|]; }")]
    [InlineData("async Task M(HttpContent content) { await Task.Yield(); [|Read(content)|]; }")]
    public Task Content_of_which_headers_alone_may_have_come_is_reported(string source) => Examine.Reports("TPD001", $"class C {{ {Decoding}{source} }}");

    /// <summary>
    /// What a helper begins and waits for itself was not kept from before, whatever it is called in between.
    /// </summary>
    [Theory]
    [InlineData("Task[] sent = new Task[1]; sent[0] = SendAsync(); Task.WaitAll(sent, 500);")]
    [InlineData("Task[] sent = [SendAsync(), SendAsync()]; Task.WaitAll(sent, 500);")]
    [InlineData("Task sent = SendAsync(); sent.Wait();")]
    [InlineData("Task sent; sent = Task.Run(Count); sent.Wait();")]
    [InlineData("Task sent = Send(); sent.Wait();")]
    [InlineData("Task sent; sent = Send(); sent.Wait(500);")]
    [InlineData("Task.WaitAll(Send(), Send());")]
    [InlineData("Task.WaitAll(_kept, Send());")]
    [InlineData("Task.WaitAny([Send(), Send()], 500);")]
    [InlineData("Task.WaitAll(new[] { Send(), Send() });")]
    [InlineData("Task.WaitAll(new Task[] { Send() }, 500);")]
    public Task What_is_begun_under_the_same_condition_is_waited_for(string wait) => Examine.Reports("TPD001", "class C { bool _a; async Task Load() { await Task.Yield(); [|One()|]; } void One() { if (_a) { "
        + wait + " } } readonly Task _kept = Task.Delay(5); static void Count() { } static async Task SendAsync() => await Task.Yield(); static Task Send() => SendAsync(); }");

    /// <summary>A local says no less than what it is given: whether its words end in Async is no matter.</summary>
    [Fact]
    public Task What_a_contract_begins_behind_a_question_is_waited_for() => Examine.Reports("TPD001", """
        interface IOverlaps { Task<bool> Check(string name); }
        class Overlaps(HttpClient client) : IOverlaps
        {
            public async Task<bool> Check(string name) => await client.GetStringAsync(name) == "";
        }
        class Handler(IOverlaps overlaps)
        {
            public async Task Handle(string name) { await Task.Yield(); [|Validate(name)|]; }
            void Validate(string name)
            {
                if (string.IsNullOrWhiteSpace(name)) return;
                var found = overlaps.Check(name);
                if (found.Result) throw new InvalidOperationException();
            }
        }
        """);

    [Theory]
    [InlineData("Task[] sent = new Task[1]; sent[0] = _kept; Task.WaitAll(sent, 500);")]
    [InlineData("Task sent = _kept; sent.Wait();")]
    [InlineData("_sent = SendAsync(); _sent.Wait();")]
    [InlineData("Task sent = _waiting.Dequeue(); sent.Wait();")]
    [InlineData("Task sent = Task.WhenAll(_all); sent.Wait();")]
    [InlineData("Task sent = _kept.ContinueWith(_ => { }); sent.Wait();")]
    [InlineData("Task.WaitAll(_kept, _sent);")]
    [InlineData("Task.WaitAll([_kept, _sent], 500);")]
    [InlineData("Task.WaitAll(new[] { _kept, _sent });")]
    [InlineData("Task.WaitAll(_all.ToArray());")]
    public Task What_was_kept_from_before_is_doubtful_still(string wait) => Examine.Silent("class C { bool _a; Task _kept = Task.CompletedTask, _sent = Task.CompletedTask; readonly List<Task> _all = []; readonly Queue<Task> _waiting = []; async Task Load() { await Task.Yield(); One(); } void One() { if (_a) { "
        + wait + " } } static async Task SendAsync() => await Task.Yield(); }");

    private const string Answer = "class Answer { readonly HttpResponseMessage _from; public Answer(HttpResponseMessage from) { _from = from; _ = _from.Content.READ().Result; } } ";
    private const string Asking = "void M(HttpClient client) => client.SendAsync(new(), HttpCompletionOption.ResponseHeadersRead).ContinueWith(sent => new Answer(sent.Result));";

    [Fact]
    public Task The_stream_of_a_response_is_there_when_its_headers_are() => Examine.Silent($"class C {{ {Answer.Replace("READ", "ReadAsStreamAsync")}{Asking} }}");

    [Theory]
    [InlineData("ReadAsByteArrayAsync")]
    [InlineData("ReadAsStringAsync")]
    public Task What_is_in_it_is_not(string read) =>
        Examine.Reports("TPD001", $"class C {{ {Answer.Replace("READ", read)}{Asking.Replace("new Answer(sent.Result)", "[|new Answer(sent.Result)|]")} }}");

    [Fact]
    public Task Nor_is_the_stream_of_a_request() => Examine.Reports("TPD001",
        "class C { async Task M(HttpRequestMessage asked) { await Task.Yield(); [|Read(asked)|]; } static void Read(HttpRequestMessage asked) => asked.Content!.ReadAsStreamAsync().Result.Dispose(); }");

    [Theory]
    [InlineData("try { await Task.Yield(); } finally { _all.CompleteAdding(); } Drain();")]
    [InlineData("await Task.Yield(); _all?.CompleteAdding(); if (DateTime.Now.Ticks > 5) { this.Drain(); }")]
    [InlineData("await Task.Yield(); _all = new(); _all.CompleteAdding(); Outer();")]
    [InlineData("await Task.Yield(); _all.CompleteAdding(); _all.Take();")]
    public Task What_is_taken_from_a_collection_that_was_finished_is_there(string body) => Examine.Silent(Draining(body));

    [Theory]
    [InlineData("await Task.Yield(); [|Drain()|]; _all.CompleteAdding();")]
    [InlineData("await Task.Yield(); if (DateTime.Now.Ticks > 5) { _all.CompleteAdding(); } [|Drain()|];")]
    [InlineData("await Task.Yield(); _all.CompleteAdding(); _all = new(); [|Drain()|];")]
    [InlineData("await Task.Yield(); _all.CompleteAdding(); [|new C().Drain()|];")]
    [InlineData("await Task.Yield(); _more.CompleteAdding(); [|_all.Take()|];")]
    public Task Of_another_or_one_that_may_not_be_it_is_waited_for(string body) => Examine.Reports("TPD004", Draining(body));

    private static string Draining(string body) => $$"""
        class C
        {
            BlockingCollection<int> _all = new(), _more = new();
            async Task M() { {{body}} }
            void Outer() => Drain();
            void Drain() { foreach (int one in _all.GetConsumingEnumerable()) Console.Write(one); }
        }
        """;
}
