namespace ThreadPoolDoctor.Analyzers.Tests.Calls;

/// <summary>Delegates that are kept: by Lazy, by caches, in tables of handlers.</summary>
public sealed class KeptDelegateTests
{
    [Fact]
    public Task A_kept_delegate_that_does_not_wait_or_is_not_run_is_not_reported() => Examine.Silent("""
        class C
        {
            private readonly Lazy<string> _quick = new(() => "x");
            private readonly Lazy<string> _never = new(() => File.ReadAllText("x"));
            private readonly Lazy<Task<string>> _task = new(() => LoadAsync());
            private readonly Dictionary<string, Action> _handlers = new() { ["a"] = () => { } };
            private readonly Dictionary<string, Action> _unused = new() { ["a"] = () => Thread.Sleep(5) };
            async Task Load(int? number)
            {
                _ = _quick.Value;
                _ = await _task.Value;
                _ = _never.IsValueCreated;
                _ = number!.Value;
                _handlers["a"]();
                _ = _unused.Count;
            }
            static async Task<string> LoadAsync() { await Task.Yield(); return ""; }
        }
        """);

    private const string Answers = """
        class Answer { public Action<Stream> Contents { get; set; } = _ => { }; }
        class Text : Answer { public Text(byte[] data) => Contents = to => [|to.Write(data)|]; }
        """;

    private const string Measured = "class Measure { static void Count(Answer answer) => answer.Contents(Stream.Null); }";

    [Fact]
    public Task What_is_run_on_threads_of_which_nothing_is_known_is_not_reported() =>
        Examine.Silent(Answers.Replace("[|", "").Replace("|]", "") + Measured);

    /// <summary>Who runs it first does not matter: one on a pool thread is enough.</summary>
    [Fact]
    public Task What_one_of_several_runs_on_a_pool_thread_is_reported() => Examine.Reports("TPD003", Answers + Measured + """
        class Host
        {
            static Task Send(Answer answer, Stream to) { answer.Contents(to); return Task.CompletedTask; }
        }
        """);

    private const string Buffered = """
        class Buffered { static Task Copy(Answer answer) { MemoryStream to = new(); answer.Contents(to); return Task.CompletedTask; } }
        """;

    [Fact]
    public Task What_all_on_pool_threads_run_with_memory_is_not_reported() =>
        Examine.Silent(Answers.Replace("[|", "").Replace("|]", "") + Buffered + Measured);

    private const string Wrapped = """
        class Wrapped
        {
            static void Wrap(Answer answer)
            {
                Action<Stream> before = answer.Contents;
                answer.Contents = stream => { before(stream); before(stream); };
            }
        }
        """;

    [Fact]
    public Task What_hands_on_what_it_is_given_adds_nothing() =>
        Examine.Silent(Answers.Replace("[|", "").Replace("|]", "") + Buffered + Wrapped + Measured);

    [Fact]
    public Task What_is_handed_on_waits_where_one_of_several_gives_a_stream_that_waits() => Examine.Reports("TPD003", Answers
        + Wrapped + Buffered + "class Host { static Task Send(Answer answer, Stream to) { answer.Contents(to); return Task.CompletedTask; } }");

    /// <summary>Whoever comes first: one that hands over what is not in memory is enough.</summary>
    [Theory]
    [InlineData("static Task Send(Answer answer, Stream to) { answer.Contents(to); return Task.CompletedTask; }")]
    [InlineData("static Task Send(Answer answer, Stream to) => Task.Run(() => answer.Contents(to));")]
    public Task What_one_of_several_runs_with_a_stream_that_waits_is_reported(string send) => Examine.Reports("TPD003",
        Answers + Measured + Buffered + $"class Host {{ {send} }}" + Buffered.Replace("Buffered", "Later"));

    [Fact]
    public Task A_lazy_that_may_have_been_given_several_factories_is_not_followed() => Examine.Silent("""
        class C
        {
            private Lazy<string> _kept = new(() => File.ReadAllText("x"));
            void Reset() => _kept = new Lazy<string>(() => "x");
            async Task Load() { await Task.Yield(); _ = _kept.Value; }
        }
        """);

    [Fact]
    public Task What_a_lazy_waits_for_is_reported_where_its_value_is_asked_for() => Examine.Reports("TPD003", """
        class C
        {
            private readonly Lazy<string> _lambda = new(() => File.ReadAllText("x"));
            private readonly Lazy<string> _method = new(Read);
            private readonly Lazy<string> _made;
            private static Lazy<string> Property { get; } = new Lazy<string>(() => Read());
            public C() => _made = new Lazy<string>(() => File.ReadAllText("x"), LazyThreadSafetyMode.None);
            static string Read() => File.ReadAllText("x");
            async Task Load()
            {
                await Task.Yield();
                _ = [|_lambda.Value|];
                _ = [|this._method.Value|];
                _ = [|_made.Value|].Length;
                _ = [|Property.Value|];
                Lazy<string> local = new(() => File.ReadAllText("x"));
                _ = [|local.Value|];
            }
        }
        """);

    [Fact]
    public Task What_a_cache_or_a_helper_runs_is_reported_where_it_is_written() => Examine.Reports("TPD003", """
        using Microsoft.Extensions.Caching.Memory;
        class C
        {
            private readonly ConcurrentDictionary<string, string> _known = new();
            string GetOrAdd(string key, Func<string> make) => _known.GetOrAdd(key, _ => make());
            async Task Load(IMemoryCache cache)
            {
                await Task.Yield();
                _ = GetOrAdd("a", () => [|File.ReadAllText("x")|]);
                _ = cache.GetOrCreate("a", _ => [|File.ReadAllText("x")|]);
            }
            private readonly Dictionary<string, Action> _handlers = new() { ["a"] = () => [|File.ReadAllText("x")|] };
            async Task Handle(string key) { await Task.Yield(); _handlers[key](); }
        }
        """);
}
