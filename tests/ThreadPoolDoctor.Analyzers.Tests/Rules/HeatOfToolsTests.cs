using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>What is come to from a program's start alone, and files where nobody is served, are suggestions.</summary>
public sealed class HeatOfToolsTests
{
    private const string Work = "static async Task LoadAsync() { for (int i = 0; i < 5; i++) { await Task.Yield(); Thread.Sleep(5); } } ";

    private const string File = "public async Task SaveAsync() { for (int i = 0; i < 5; i++) { await Task.Yield(); File.WriteAllText(\"a\", \"\"); } } ";

    private const string Round =
        " static void Go() { while (true) { Thread.Sleep(500); s_stop.ThrowIfCancellationRequested(); } } static CancellationToken s_stop;";

    [Theory]
    [InlineData("static async Task Main() => await LoadAsync();")]
    [InlineData("static void Main() => Go(); static void Go() => LoadAsync().Wait();")]
    [InlineData("static void Main() { foreach (int i in new[] { 1 }) Go(() => LoadAsync()); } static void Go(Func<Task> work) => work();")]
    [InlineData("static void Main() => Go(LoadAsync); static void Go(Func<Task> work) => work();")]
    [InlineData("static void Main() => Task.Run(() => LoadAsync());")]
    [InlineData("static void Main() => Handle(OnCame); static void Handle(Func<object, int, Task> handler) { } static Task OnCame(object sender, int e) => LoadAsync();")]
    [InlineData("static void Main() { IWork work = new Works(); work.GoAsync(); } interface IWork { Task GoAsync(); } class Works : IWork { public Task GoAsync() => LoadAsync(); }")]
    public Task What_only_main_comes_to_is_a_suggestion(string more) => Program(Work + more, "reached from main alone");

    [Theory]
    [InlineData("static void Main() { }")]
    [InlineData("static void Main() { for (int i = 0; i < 5; i++) Task.Run(() => LoadAsync()); }")]
    [InlineData("static void Main() { new[] { 1, 2 }.Select(i => Task.Run(() => LoadAsync())).ToArray(); }")]
    [InlineData("static void Main() { using Timer timer = new(_ => LoadAsync()); }")]
    [InlineData("static async Task Main() { while (true) { await LoadAsync(); await Task.Delay(5); } }")]
    [InlineData("static event Action? Came; static void Main() { Came += () => LoadAsync(); Came(); }")]
    [InlineData("static event Func<Task>? Came; static void Main() { Came += LoadAsync; Came(); LoadAsync(); }")]
    [InlineData("static async Task Main() { new System.Net.HttpListener().Start(); await LoadAsync(); } static async Task Other() => await LoadAsync();")]
    [InlineData("static async Task Main() => await LoadAsync(); class BackgroundService; class Service : BackgroundService { Task Go() => LoadAsync(); }")]
    [InlineData("static void Main() { new System.Net.HttpListener().Start(); Register(LoadAsync); } static void Register(Func<Task> work) { }")]
    [InlineData("static void Main() { new System.Net.HttpListener().Start(); Register(async () => await LoadAsync()); } static void Register(Func<Task> work) { }")]
    [InlineData("static void Main() { new System.Net.HttpListener().Start(); C? c = null; c!.Handle = LoadAsync; } Func<Task>? Handle;")]
    [InlineData("static async Task Main() { new System.Net.HttpListener().Start(); Task.Run(() => LoadAsync()); while (true) { await LoadAsync(); await Task.Delay(5); } }")]
    [InlineData("static void Main() => Handle(OnCame); static void Handle(Func<object, EventArgs, Task> handler) { } static Task OnCame(object sender, EventArgs e) => LoadAsync();")]
    [InlineData("static void Main() => Handle(async (_, e) => await LoadAsync()); class Came : EventArgs; static void Handle(Func<object, Came, Task> handler) { }")]
    public Task What_others_come_to_or_nobody_known_is_a_warning(string more) => Program(Work + more, null);

    /// <summary>
    /// The loop of a program's main keeps the process, and one thread; that of a service keeps one of those that serve.
    /// </summary>
    [Theory]
    [InlineData("static async Task Main() { await Task.Yield(); while (s_on) Thread.Sleep(250); } static bool s_on;", "", "main of a program that ends")]
    [InlineData("static async Task Main() { await Task.Yield(); while (s_on) Thread.Sleep(250); } static bool s_on;", Web, null)]
    [InlineData("static async Task Main() { await Other(); } static async Task Other() { await Task.Yield(); while (s_on) Thread.Sleep(250); } static bool s_on;", "", null)]
    public Task What_main_itself_waits_for_in_a_loop_is_a_suggestion(string main, string more, string? place) => Program(main, place, more);

    /// <summary>It is open until somebody closes it, as for a pause.</summary>
    [Theory]
    [InlineData("readonly ManualResetEvent _go = new(true);", "WaitOne", "open gate")]
    [InlineData("ManualResetEventSlim _go { get; } = new ManualResetEventSlim(true);", "Wait", "open gate")]
    [InlineData("readonly ManualResetEvent _go = new(false);", "WaitOne", null)]
    [InlineData("readonly AutoResetEvent _go = new(true);", "WaitOne", null)]
    [InlineData("ManualResetEvent _go = new(true); void Again() => _go = new(false);", "WaitOne", null)]
    public async Task A_gate_that_stands_open_is_told_quietly_where_nobody_is_served(string gate, string wait, string? place)
    {
        string member = $"{gate} void Go(string[] all) => Parallel.ForEach(all, _ => Pause()); void Pause() => _go.{wait}();";
        await Window(member, place);
        await Library(member, place);
        await Library(member, null, Web);
    }

    /// <summary>What nobody but the start comes to is done before the first request, whoever is served later.</summary>
    [Theory]
    [InlineData("static async Task Main() { await LoadAsync(); new System.Net.HttpListener().Start(); }")]
    [InlineData("static async Task Main() => await Host.BuildAsync(); class Host { public static Task BuildAsync() => LoadAsync(); } class BackgroundService; class Service : BackgroundService;")]
    public Task What_only_the_start_of_a_server_comes_to_is_a_suggestion(string more) => Program(Work + more, "start-up");

    /// <summary>
    /// Who is given arguments and gives back an exit code is waited for by a shell, whoever a container starts in it.
    /// </summary>
    [Theory]
    [InlineData("static Task<int> Main(string[] args) => new Host().RunAsync(args); class Host { public Task<int> RunAsync(string[] args) => Task.FromResult(args.Length); }", "command-line program")]
    [InlineData("static int Main(string[] args) => args.Length;", "command-line program")]
    [InlineData("static async Task Main(string[] args) { await Task.Yield(); Console.WriteLine(args.Length); }", null)]
    [InlineData("static int Main() => 5;", null)]
    [InlineData("static int Main(string[] args) => 5;", null)]
    [InlineData("static int Main(string[] args) { new System.Net.HttpListener().Start(); return args.Length; }", null)]
    [InlineData("static int Main(string[] args) { using Timer timer = new(_ => LoadAsync()); return args.Length; }", null)]
    [InlineData("static int Main(string[] args) => args.Length; class BackgroundService; class Service : BackgroundService;", null)]
    public Task What_a_command_that_gives_an_exit_code_does_is_a_suggestion(string more, string? place) => Program(Work + more, place);

    [Theory]
    [InlineData("return args.Length;", "command-line program")]
    [InlineData("if (args.Length > 0) return 1; return 0;", "command-line program")]
    [InlineData("Console.WriteLine(args.Length);", null)]
    public Task So_it_is_without_a_main_method(string main, string? place) =>
        Told(HeatTests.Alone("Other", $"{main} class C {{ {Work} }}", OutputKind.ConsoleApplication), place);

    [Theory]
    [InlineData("static void Main() => Task.Run(() => Thread.Sleep(5));", "reached from main alone")]
    [InlineData("static void Main() => new System.Diagnostics.Process().Exited += (_, _) => Thread.Sleep(5);", "reached from main alone")]
    [InlineData("static void Main() { while (true) { Task.Run(() => Thread.Sleep(500)); } }", null)]
    [InlineData("static void Main() { foreach (int i in new[] { 1 }) ThreadPool.QueueUserWorkItem(_ => Thread.Sleep(500)); }", null)]
    [InlineData("static void Main() => Parallel.For(0, 5, _ => Thread.Sleep(500));", null)]
    [InlineData("static void Main() => Task.Run(Go);" + Round, "reached from main alone")]
    [InlineData("static void Main() { while (true) Task.Run(Go); }" + Round, null)]
    [InlineData("static void Main() { using Timer timer = new(_ => Task.Run(Go)); }" + Round, null)]
    [InlineData("static void Main() { new System.Net.HttpListener().Start(); Task.Run(Go); }" + Round, null)]
    public Task So_is_what_main_queues_once(string main, string? place) => Program(main, place);

    [Theory]
    [InlineData(File)]
    [InlineData("public async Task SaveAsync() { using StreamWriter to = new(\"a\"); await Task.Yield(); to.Write(5); }")]
    [InlineData("public async Task SaveAsync() { using FileStream to = File.Create(\"a\"); await Task.Yield(); to.Write(new byte[5]); }")]
    [InlineData("public async Task SaveAsync() { await Task.Yield(); new System.Xml.XmlDocument().Save(\"a\"); }")]
    [InlineData("public async Task SaveAsync(Stream to) { await Task.Yield(); to.Write(new byte[5]); }")]
    [InlineData("public async Task SaveAsync() { await Task.Yield(); using StreamWriter to = new(new System.IO.Compression.GZipStream(File.Create(\"a\"), default(System.IO.Compression.CompressionLevel))); to.Write(5); }")]
    [InlineData("public async Task LoadAsync() { using Stream from = await OpenAsync(); using StreamReader reader = new(from); reader.ReadLine(); } async Task<Stream> OpenAsync() { await Task.Yield(); FileStream made = File.OpenRead(\"a\"); return made; }")]
    [InlineData("public async Task SaveAsync() { await Task.Yield(); using FileStream to = File.Create(\"a\"); Write(to); } public static void Write(Stream to) { using StreamWriter text = new(to); text.Write(5); } System.Net.Sockets.Socket? _from;")]
    public Task Files_of_a_library_that_serves_nobody_are_suggestions(string member) =>
        Library(member, "file");

    [Theory]
    [InlineData("public async Task SaveAsync() { await Task.Yield(); Thread.Sleep(5); }")]
    [InlineData("public async Task SaveAsync(System.Net.Sockets.NetworkStream to) { await Task.Yield(); to.Write(new byte[5]); }")]
    [InlineData("public async Task SaveAsync(Stream to) { await Task.Yield(); to.Write(new byte[5]); } System.Net.Sockets.Socket? _from;")]
    [InlineData("public async Task SaveAsync(System.Net.Sockets.NetworkStream to) { await Task.Yield(); Write(to); } public static void Write(Stream to) { using StreamWriter text = new(to); text.Write(5); }")]
    [InlineData("public void Save(string[] all) => Parallel.ForEach(all, each => System.Net.Dns.GetHostEntry(each));")]
    [InlineData("public void Begin() => new Timer(_ => System.Net.Dns.GetHostEntry(\"a\"));")]
    public Task What_is_no_file_is_a_warning(string member) => Library(member, null);

    /// <summary>A disk does not take longer because many ask: it answers one after the other.</summary>
    [Theory]
    [InlineData(File + "public void Begin() => new Timer(_ => SaveAsync());")]
    [InlineData(File + "public void Begin(FileSystemWatcher watch) => watch.Created += (_, _) => SaveAsync();")]
    [InlineData("public void Begin() => new Timer(_ => File.ReadAllText(\"a\"));")]
    [InlineData("public async Task SaveAsync() { while (true) { File.ReadAllText(\"a\"); await Task.Delay(5); } }")]
    [InlineData("public void Save(string[] all) { foreach (string each in all) Task.Run(() => File.ReadAllText(each)); }")]
    [InlineData("public void Save(string[] all) => Parallel.ForEach(all, each => File.ReadAllText(each));")]
    [InlineData("async Task Go() { await Task.Yield(); using FileStream file = File.OpenRead(\"a\"); Take(file); } static void Take(Stream from) => from.ReadByte();")]
    public Task Files_that_are_come_to_again_are_suggestions_where_nobody_is_known_to_be_served(string member) => Task.WhenAll(
        Library(member, "file"),
        Program(member + " static void Main() { }", "file"),
        Window(member, "file"));

    [Theory]
    [InlineData("public void Save(string[] all) => Parallel.ForEach(all, each => Load(each)); string Load(string each) => File.ReadAllText(each);", Web)]
    [InlineData("public void Save(string[] all) => Parallel.ForEach(all, each => File.ReadAllText(each));", Web)]
    [InlineData(File + "public void Begin(string[] all) { foreach (string each in all) Task.Run(() => SaveAsync()); } void Listen() => new System.Net.HttpListener().Start();", Service)]
    [InlineData(File + "public void Begin(FileSystemWatcher all) { all.Created += (_, _) => SaveAsync(); new System.Net.HttpListener().Start(); }", "")]
    public Task Those_of_a_program_that_serves_are_warnings(string member, string more) =>
        Program(member + " static void Main() { }", null, more);

    /// <summary>A tick comes after the tick before it.</summary>
    [Theory]
    [InlineData(File + "public void Begin() => new Timer(_ => SaveAsync());")]
    [InlineData(File + "public async Task Tick(PeriodicTimer timer) { while (await timer.WaitForNextTickAsync()) await SaveAsync(); }")]
    [InlineData(File + "public async Task Go() { while (true) { await SaveAsync(); await Task.Delay(5); } }")]
    public Task Files_that_a_tick_comes_to_are_suggestions_whoever_is_served(string member) =>
        Program(member + " static void Main() { }", "file", Web);

    /// <summary>
    /// Nobody is seen to queue many of them; a sleep, a task or another machine takes as long as it takes.
    /// </summary>
    [Theory]
    [InlineData("public void Save() => Task.Run(() => File.ReadAllText(\"a\"));", "file")]
    [InlineData("public void Save() => ThreadPool.QueueUserWorkItem(_ => Load()); string Load() => File.ReadAllText(\"a\");", "file")]
    [InlineData("public void Save() => Task.Run(() => Thread.Sleep(5));", "nobody known to serve")]
    [InlineData("public void Save() => Task.Run(() => System.Net.Dns.GetHostEntry(\"a\"));", null)]
    [InlineData("public void Save() => Task.Run(() => Load().Wait()); async Task Load() { await Task.Yield(); }", null)]
    public Task A_file_or_a_pause_that_a_library_queues_once_is_a_suggestion(string member, string? place) => Library(member, place);

    [Theory]
    [InlineData("static void Save() => Task.Run(() => File.ReadAllText(\"a\"));")]
    [InlineData("static void Save() { foreach (string each in new[] { \"a\" }) Task.Run(() => File.ReadAllText(each)); }")]
    [InlineData("static void Save() => Parallel.ForEach(new[] { \"a\" }, each => File.ReadAllText(each));")]
    public Task So_are_a_programs_in_batches_too(string member) =>
        Program(member + " static void Main() { }", "file");

    /// <summary>A generator of documents has one, and writes in hundreds of places.</summary>
    [Theory]
    [InlineData("(string path) : base(path, append: true)", "each", "file")]
    [InlineData("(string name, System.Net.Sockets.NetworkStream to) : base(to)", "each, null!", null)]
    [InlineData("(string path, Stream to) : base(to)", "each, File.OpenWrite(each)", "file")]
    public Task A_writer_of_its_own_that_hands_its_base_a_path_writes_to_a_file(string constructor, string given, string? place) => Library(
        "public void Save() => Parallel.ForEach(new[] { \"a\" }, each => { Report to = new(" + given + "); to.Write(each); });"
            + "class Report : StreamWriter { public Report" + constructor + " { } }", place);

    [Theory]
    [InlineData("void Clicked() => Task.Run(() => System.Net.Dns.GetHostEntry(\"a\"));", "nobody to serve")]
    [InlineData("async Task Clicked() => await Task.Run(() => Ask()); void Ask() => System.Net.Dns.GetHostEntry(\"a\");", "nobody to serve")]
    [InlineData("void Clicked() => Task.Run(() => Stop());" + Stop, "nobody to serve")]
    [InlineData("void Clicked() => Task.Run(() => Stop()); void Stop() { for (int i = 0; i < 5; i++) Thread.Sleep(5); }", "nobody to serve")]
    [InlineData("void Clicked() => Task.Run(() => Thread.Sleep(5));", "nobody to serve")]
    [InlineData("void Clicked() => Task.Run(() => _on.Task.Wait());" + On, null)]
    [InlineData("void Clicked() => Task.Run(() => Watch()); void Watch() { while (true) Thread.Sleep(5); }", null)]
    [InlineData("void Clicked() { for (int i = 0; i < 5; i++) Task.Run(() => Stop()); }" + Stop, null)]
    [InlineData("void Clicked() { for (int i = 0; i < 5; i++) Task.Run(() => Thread.Sleep(500)); }", null)]
    [InlineData("void Clicked() { for (int i = 0; i < 5; i++) Task.Run(() => Thread.Sleep(100)); }", "brief pause")]
    [InlineData("void Tick() => new Timer(_ => Stop());" + Stop, "nobody to serve")]
    [InlineData("async Task Clicked() { await Task.Yield(); Stop(); }" + Stop, null)]
    [InlineData("async Task Clicked() { await Task.Yield(); Ask(); } void Ask() => System.Net.Dns.GetHostEntry(\"a\");", "nobody to serve")]
    [InlineData("async Task Clicked(WaitHandle shown) { await Task.Yield(); shown.WaitOne(); }", "nobody to serve")]
    [InlineData("async Task Clicked(SemaphoreSlim free) { await Task.Yield(); free.Wait(); }", null)]
    [InlineData("async Task Clicked() { await Task.Yield(); System.Net.Dns.GetHostEntry(\"a\"); }", null)]
    public Task What_a_program_that_serves_nobody_moves_aside_once_is_a_suggestion(string member, string? place) => Task.WhenAll(
        Window(member, place),
        Program(member + " static void Main() { }", place));

    private const string On = " readonly TaskCompletionSource _on = new();";

    private const string Stop = " void Stop() => _on.Task.Wait();" + On;

    private const string Tries = "void Clicked() => Task.Run(() => Try());" + Stop + " bool _ready = true; ";

    [Theory]
    [InlineData("void Try() { for (bool done = false; !done; ) { try { Stop(); done = true; } catch (IOException) { } } }", "nobody to serve")]
    [InlineData("void Try() { bool open = true; while (open && _ready) { Stop(); if (_ready) open = false; } }", "nobody to serve")]
    [InlineData("void Try() { bool more = true; while (more == true) { Stop(); more = Left() > 0; } } int Left() => 5;", "nobody to serve")]
    [InlineData("void Try() { bool more = true; while (more) { Stop(); more = _ready; } }", null)]
    [InlineData("void Try() { while (_ready) { Stop(); if (_ready) _ready = false; } }", null)]
    [InlineData("void Try() { bool open = true; while (open) { Stop(); if (_ready) open = true; } }", null)]
    public Task So_is_what_it_tries_until_a_flag_of_its_own_says_so(string member, string? place) => Window(Tries + member, place);

    [Theory]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Thread.Sleep(5);", "nobody to serve")]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Task.Delay(5).Wait();", "nobody to serve")]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Task.Delay(5).GetAwaiter().GetResult();", "nobody to serve")]
    [InlineData("async Task Go() { await Task.Yield(); Thread.Sleep(5); }", null)]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() { while (true) Thread.Sleep(5); }", null)]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Thread.Sleep(5); void Begin() => new Timer(_ => Go());", "nobody to serve")]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Thread.Sleep(500); void Begin() { for (int i = 0; i < 5; i++) Task.Run(() => Go()); }", null)]
    public Task What_a_helper_sleeps_where_nobody_is_served_is_a_suggestion(string member, string? place) => Task.WhenAll(
        Window(member, place),
        Program(member + " static void Main() { }", place));

    [Theory]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Thread.Sleep(5);", "", Web)]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Thread.Sleep(5);", "", Service)]
    [InlineData("async Task Go() { await Task.Yield(); Rest(); } void Rest() => Thread.Sleep(5);", "new System.Net.HttpListener().Start();", "")]
    [InlineData("void Go() => Task.Run(() => Thread.Sleep(5));", "", Web)]
    [InlineData("void Go() => Task.Run(() => Thread.Sleep(5));", "new System.Net.HttpListener().Start();", "")]
    public Task Where_somebody_is_served_both_are_warnings(string member, string main, string more) =>
        Program($"{member} static void Main() {{ {main} }}", null, more);

    [Theory]
    [InlineData(Asked + "C(System.Windows.Button b) => b.Click += (_, _) => Clicked();", "")]
    [InlineData(Asked + "C(System.Windows.Button b) => b.Click += (_, _) => Clicked();", Hosted)]
    [InlineData(Asked + "event Action? Changed; C() => Changed += () => Clicked(); void Change() => Changed?.Invoke();", "")]
    public Task A_file_that_a_click_comes_to_is_a_suggestion_also_where_others_are_served(string member, string more) =>
        Window(member, "file", more);

    [Theory]
    [InlineData(Asked + "C(System.Windows.DispatcherTimer t) => t.Tick += (_, _) => Clicked();", "file")]
    [InlineData(Asked + "C(FileSystemWatcher w) => w.Created += (_, _) => Clicked();", null)]
    public Task One_that_a_new_file_comes_to_is_a_warning_where_others_are_served(string member, string? place) =>
        Window(member, place, Hosted);

    /// <summary>The types of requests come with whatever a library refers to.</summary>
    [Theory]
    [InlineData("", "nobody to serve")]
    [InlineData("class Checks { void Open() => new WebClient(); } class WebClient;", "nobody to serve")]
    [InlineData("class Server { void Open() => WebApplication.CreateBuilder(); }", null)]
    [InlineData("class Server { void Open(Builder b) => b.UseKestrel(); }", null)]
    [InlineData("class Server { void Open() => UseKestrel(); void UseKestrel() { } }", "nobody to serve")]
    [InlineData("class Server { void Open() => new System.Net.HttpListener().Start(); }", null)]
    [InlineData("class Orders : ControllerBase; class ControllerBase;", null)]
    [InlineData(Service, "nobody to serve")]
    [InlineData(Service + " class Server { void Open(Builder b) => b.UseWindowsService(); }", null)]
    [InlineData("class Service : ServiceBase; class ServiceBase;", null)]
    public Task A_window_serves_somebody_only_where_it_hosts_them_or_the_system_starts_it(string more, string? place) =>
        Window("void Clicked() => Task.Run(() => System.Net.Dns.GetHostEntry(\"a\"));", place, Web + more);

    private const string Asked = "async Task Clicked() { await Task.Yield(); File.ReadAllText(\"a\"); } ";

    private const string Hosted = Web + " class Server { void Open(Builder b) => b.UseKestrel(); }";

    private const string Hosts = "public class WebApplication { public static void CreateBuilder() { } } "
        + "public class Builder { public void UseKestrel() { } public void UseWindowsService() { } }";

    private const string Windows = "namespace System.Windows { public class Button { public event EventHandler? Click; } "
        + "public class DispatcherTimer { public event EventHandler? Tick; } } "
        + "namespace System.Windows.Threading { public class Dispatcher { public void Invoke(Action a) { } "
        + "public Task InvokeAsync(Action a) => Task.CompletedTask; } }";

    /// <summary>A service that tries again holds a thread for each who asks, just when all of them fail.</summary>
    [Theory]
    [InlineData("while (true) { try { work(); return; } catch (Exception) { if (left-- == 0) throw; Thread.Sleep(5); } }", "", "retry, and nobody to serve")]
    [InlineData("while (left-- > 0) { try { work(); break; } catch (Exception) { } Thread.Sleep(5); }", "", "retry, and nobody to serve")]
    [InlineData("while (left-- > 0) { try { work(); } catch (Exception) { } Thread.Sleep(5); }", "", null)]
    [InlineData("for (int i = 0; i < left; i++) { if (i != 0) Thread.Sleep(500); try { work(); return; } catch (Exception) { } }", "", "retry, and nobody to serve")]
    [InlineData("for (int i = 0; i < left; i++) { if (i > 0) { Console.WriteLine(); Thread.Sleep(500); } try { work(); break; } catch (IOException) { } }", "", "retry, and nobody to serve")]
    [InlineData("int tries = 0; while (true) { if (tries++ > 0) Thread.Sleep(500); try { work(); return; } catch (IOException) { if (tries > left) throw; } }", "", "retry, and nobody to serve")]
    [InlineData("Exception? last = null; while (true) { if (last != null) Thread.Sleep(500); try { work(); return; } catch (IOException e) { last = e; } }", "", "retry, and nobody to serve")]
    [InlineData("bool done = false; while (!done && left-- > 0) { try { work(); done = true; } catch (IOException) { } if (!done) Thread.Sleep(500); }", "", "retry, and nobody to serve")]
    [InlineData("bool done = false; do { if (left < 5) Thread.Sleep(500); try { work(); done = true; } catch (IOException) { left--; } } while (!done);", "", "retry, and nobody to serve")]
    [InlineData("for (int i = 0; i < left; i++) { Thread.Sleep(500); try { work(); return; } catch (Exception) { } }", "", null)]
    [InlineData("for (int i = 0; i < left; i++) { if (i != 0) Thread.Sleep(500); try { work(); } catch (Exception) { } }", "", null)]
    [InlineData("bool slow = left > 5; for (int i = 0; i < left; i++) { if (slow) Thread.Sleep(500); try { work(); return; } catch (Exception) { } }", "", null)]
    [InlineData("for (int i = 0; i < left; i++) { if (i != 0) Thread.Sleep(500); work(); }", "", null)]
    [InlineData("bool done = false; while (left-- > 0) { try { work(); } catch (IOException) { done = true; } if (!done) Thread.Sleep(500); }", "", null)]
    [InlineData("while (true) { try { work(); return; } catch (Exception) { if (left-- == 0) throw; Thread.Sleep(5); } }", "namespace Microsoft.AspNetCore.Http { public class HttpContext; }", null)]
    public Task A_sleep_before_another_attempt_is_a_suggestion_where_nobody_is_served(string body, string more, string? place) =>
        Library($"public async Task SaveAsync(Action work) {{ await Task.Yield(); Try(work, 5); }} static void Try(Action work, int left) {{ {body} }}", place, more);

    /// <summary>Whoever names a helper for it sleeps there between two attempts.</summary>
    [Theory]
    [InlineData("static void ExecWithRetry(int left) { while (left-- > 0) Thread.Sleep(500); }", "ExecWithRetry(5)", "", "retry, and nobody to serve")]
    [InlineData("static void Exec(int left) { while (left-- > 0) WaitBackoff(); } static void WaitBackoff() => Thread.Sleep(500);", "Exec(5)", "", "retry, and nobody to serve")]
    [InlineData("static void Exec(int left) { while (left-- > 0) Thread.Sleep(500); }", "Exec(5)", "", null)]
    [InlineData("static void ExecWithRetry(int left) { while (left-- > 0) Thread.Sleep(500); }", "ExecWithRetry(5)", "namespace Microsoft.AspNetCore.Http { public class HttpContext; }", null)]
    public Task So_is_one_in_a_helper_that_is_named_for_it(string helper, string call, string more, string? place) =>
        Library($"public async Task SaveAsync() {{ await Task.Yield(); {call}; }} {helper}", place, more);

    private const string Port = "namespace System.IO.Ports { public class SerialPort { public int ReadByte() => 0; } }";

    /// <summary>
    /// Words with a device at the port are few, and its methods many; who could await in the same line does.
    /// </summary>
    [Theory]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => _port.ReadByte();", Port, "device behind helpers")]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => Thread.Sleep(500);", Port, "device behind helpers")]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => Other.Rest(); class Other { public static void Rest() => Thread.Sleep(500); }", Port, null)]
    [InlineData("Say(); } void Say() => _port.ReadByte();", Port, null)]
    [InlineData("_port.ReadByte(); }", Port, null)]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => _port.ReadByte();", Port + Web, null)]
    [InlineData("while (true) Say(); } void Say() => Ask(); void Ask() => _port.ReadByte();", Port, null)]
    public Task A_device_behind_helpers_is_a_suggestion_where_nobody_is_known_to_be_served(string body, string more, string? place) =>
        Library("readonly System.IO.Ports.SerialPort _port = new(); public async Task GoAsync() { await Task.Yield(); " + body, place, more);

    [Theory]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => Thread.Sleep(50);", "", "brief pause behind helpers")]
    [InlineData("Say(); } void Say() => Thread.Sleep(50);", "", null)]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => Thread.Sleep(500);", "", null)]
    [InlineData("Say(); } void Say() => Ask(); void Ask() { while (s_on) Thread.Sleep(50); } static bool s_on;", "", null)]
    [InlineData("Say(); } void Say() => Ask(); void Ask() => Thread.Sleep(50);", Web, null)]
    public Task So_is_a_brief_pause_behind_them(string body, string more, string? place) =>
        Library("public async Task GoAsync() { await Task.Yield(); " + body, place, more);

    private const string Tool = "readonly System.Diagnostics.Process _tool = new(); ";

    [Theory]
    [InlineData("public async Task Go() { await Task.Yield(); _tool.WaitForExit(); }")]
    [InlineData("public async Task Go() { await Task.Yield(); Ask(); } string Ask() => _tool.StandardOutput.ReadToEnd();")]
    [InlineData("public async Task Go() { await Task.Yield(); StreamReader said = _tool.StandardError; said.ReadToEnd(); }")]
    [InlineData("public void Go() => Task.Run(() => _tool.WaitForExit());")]
    public Task A_process_is_a_suggestion_where_nobody_is_known_to_be_served(string member) => Task.WhenAll(
        Program(Tool + member + " static void Main() { }", "nobody to serve"),
        Library(Tool + member, "nobody known to serve"));

    [Theory]
    [InlineData("public async Task Go() { await Task.Yield(); _tool.WaitForExit(); }", Web)]
    [InlineData("public void Go(string[] all) => Parallel.ForEach(all, each => _tool.WaitForExit());", Web)]
    [InlineData("public void Go(string[] all) { foreach (string each in all) Task.Run(() => _tool.WaitForExit()); }", "")]
    [InlineData("public async Task Go() { while (true) { await Task.Yield(); _tool.WaitForExit(); } }", "")]
    public Task One_that_is_started_for_others_or_again_and_again_is_a_warning(string member, string more) =>
        Program(Tool + member + " static void Main() { }", null, more);

    /// <summary>
    /// Parallel.ForEach takes part itself and waits for all; for a task it is the wrong call, wherever it stands.
    /// </summary>
    [Theory]
    [InlineData("static void Main(string[] all) => Parallel.ForEach(all, each => s_tool.WaitForExit());", "", "fork and join")]
    [InlineData("static void Main(string[] all) => Parallel.For(0, 5, i => Rest()); static void Rest() => Thread.Sleep(500);", "", null)]
    [InlineData("static void Main(string[] all) => all.AsParallel().ForAll(each => s_tool.WaitForExit());", "", "fork and join")]
    [InlineData("static void Main(string[] all) => Parallel.ForEach(all, each => s_tool.WaitForExit());", Web, null)]
    [InlineData("static void Main(string[] all) { foreach (string each in all) Task.Run(() => s_tool.WaitForExit()); }", "", null)]
    [InlineData("static void Main(string[] all) => Parallel.For(0, 5, i => { while (true) Thread.Sleep(500); });", "", null)]
    [InlineData("static void Main(string[] all) => Parallel.ForEach(all, each => LoadAsync().Wait()); static async Task LoadAsync() => await Task.Yield();", "", null)]
    public Task A_process_in_parallel_is_a_suggestion_in_a_program_that_ends(string main, string more, string? place) =>
        Program("static readonly System.Diagnostics.Process s_tool = new(); " + main, place, more);

    private const string Web = "namespace Microsoft.AspNetCore.Http { public class HttpContext; }";

    private const string Service = "class BackgroundService; class Service : BackgroundService;";

    [Theory]
    [InlineData(File, Web)]
    [InlineData(File, Service)]
    [InlineData(File + "public Task Load() => SaveAsync();", Web)]
    public Task So_is_a_file_where_somebody_is_served_that_nobody_is_seen_to_come_to_again(string member, string more) =>
        Library(member, "file", more);

    [Theory]
    [InlineData("public async Task SaveAsync(Stream to) { await Task.Yield(); to.Write(new byte[5]); }", Web)]
    [InlineData("public void Save() => Task.Run(() => File.ReadAllText(\"a\"));", Web)]
    [InlineData("public void Save(string[] all) => Parallel.ForEach(all, each => File.ReadAllText(each));", Web)]
    [InlineData(File + "public async Task Go(System.Threading.Channels.Channel<int> orders) { await foreach (int i in orders.Reader.ReadAllAsync()) await SaveAsync(); }", Service)]
    [InlineData("public async Task Go(System.Threading.Channels.Channel<int> orders) { while (await orders.Reader.WaitToReadAsync()) File.ReadAllText(\"a\"); }", Service)]
    public Task One_that_is_queued_or_come_to_for_each_request_or_message_is_a_warning(string member, string more) => Library(member, null, more);

    /// <summary>A channel in a tool ends, as a list does.</summary>
    [Theory]
    [InlineData("public async Task Go(System.Threading.Channels.Channel<int> orders) { while (await orders.Reader.WaitToReadAsync()) File.ReadAllText(\"a\"); }")]
    [InlineData("public async Task Go(System.Threading.Channels.Channel<int> orders) { await foreach (int i in orders.Reader.ReadAllAsync()) File.ReadAllText(\"a\"); }")]
    public Task What_comes_through_a_channel_where_nobody_is_served_is_a_suggestion(string member) => Library(member, "file");

    /// <summary>
    /// A service whose work comes by its own clock does one thing after the other; nobody waits for it.
    /// </summary>
    [Theory]
    [InlineData(File + "public async Task Tick(PeriodicTimer timer) { while (await timer.WaitForNextTickAsync()) await SaveAsync(); }", "file")]
    [InlineData("public void Begin() => new Timer(_ => File.ReadAllText(\"a\"));", "file")]
    [InlineData(Tool + "public async Task Go() { await Task.Yield(); _tool.WaitForExit(); }", "nobody known to serve")]
    [InlineData("public async Task Go() { await Task.Yield(); Try(); } void Try() { try { } catch (IOException) { Thread.Sleep(5); } }", "retry, and nobody to serve")]
    [InlineData("public async Task Go() { await Task.Yield(); Thread.Sleep(5); }", null)]
    [InlineData("public void Begin() => new Timer(_ => System.Net.Dns.GetHostEntry(\"a\"));", null)]
    public Task What_a_service_does_by_its_own_clock_is_a_suggestion_where_it_is_short(string member, string? place) =>
        Library(member, place, Service);

    private const string Handled = "namespace Bus { public interface IHandler { System.Threading.Tasks.Task HandleAsync(); } "
        + "public abstract class Job { public virtual System.Threading.Tasks.Task RunAsync() => System.Threading.Tasks.Task.CompletedTask; } } "
        + "namespace Microsoft.Extensions.Hosting { public abstract class Service { public abstract System.Threading.Tasks.Task RunAsync(); } }";

    [Theory]
    [InlineData("public class C : Bus.IHandler { public async Task HandleAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } }", null)]
    [InlineData("public class C : Bus.Job { public override async Task RunAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } }", null)]
    [InlineData("public class C : Bus.IHandler { public async Task HandleAsync() => await LoadAsync(); async Task LoadAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } }", null)]
    [InlineData("public class C : Bus.IHandler { public async Task HandleAsync() { await Task.Yield(); Load(); } void Load() => File.ReadAllText(\"a\"); }", null)]
    [InlineData("public class C : Bus.IHandler { public Task HandleAsync() { File.ReadAllText(\"a\"); return Task.CompletedTask; } }", null)]
    [InlineData("public class C : Bus.IHandler { public async Task HandleAsync() { await Task.Yield(); Load(); } void Load() => System.Net.Dns.GetHostEntry(\"a\"); }", null)]
    [InlineData("public class C : Bus.IHandler { public Task HandleAsync() => Task.CompletedTask; public async Task OtherAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } }", "file")]
    [InlineData("public class C : Microsoft.Extensions.Hosting.Service { public override async Task RunAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } }", "file")]
    [InlineData("public class C : IAsyncDisposable { public async ValueTask DisposeAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } }", "file")]
    public Task Who_handles_what_others_send_is_come_to_for_each_where_somebody_is_served(string handler, string? place) =>
        Told(HeatTests.Alone("Bus", $"{handler} {Service}", declared: Handled), place);

    /// <summary>A contract of the solution's own says nothing of how often it is called.</summary>
    [Theory]
    [InlineData(true, "file")]
    [InlineData(false, null)]
    public Task What_implements_a_contract_of_another_project_is_no_handler(bool isProject, string? place) => Told(HeatTests.Alone("Bus",
        "public class C : Bus.IHandler { public async Task HandleAsync() { await Task.Yield(); File.ReadAllText(\"a\"); } } " + Service,
        declared: Handled, isProject: isProject), place);

    private static Task Program(string members, string? place, string more = "") =>
        Told(HeatTests.Alone("Other", $"class C {{ {members} }} {more}", OutputKind.ConsoleApplication), place);

    [Theory]
    [InlineData("void Show() => new Page(async () => await Task.Yield()); class Page(Action done) { public Action Done { get; } = done; }", OutputKind.WindowsApplication, "kept by a window")]
    [InlineData("void Show() => new Page(async () => await Task.Yield()).Close(); class Page(Action done) { public void Close() => done(); }", OutputKind.WindowsApplication, "kept by a window")]
    [InlineData("void Show() => new Page(async () => await Task.Yield()); class Page(Action done) { public Action Done { get; } = done; }", OutputKind.ConsoleApplication, null)]
    [InlineData("void Show() => new Thread(async () => await Task.Yield()).Start();", OutputKind.WindowsApplication, null)]
    [InlineData("void Show() => new Page(async () => await Task.Yield()); class Page(ThreadStart work) { public ThreadStart Work { get; } = work; }", OutputKind.WindowsApplication, null)]
    [InlineData("void Show() => ThreadPool.QueueUserWorkItem(async _ => await Task.Yield());", OutputKind.WindowsApplication, null)]
    [InlineData("void Show() => new[] { 1 }.ToList().ForEach(async _ => await Task.Yield());", OutputKind.WindowsApplication, null)]
    public async Task An_async_void_delegate_that_a_window_keeps_is_a_suggestion(string member, OutputKind kind, string? place)
    {
        Diagnostic found = (await HeatTests.Alone("Other", $"class C {{ {member} static void Main() {{ }} }}", kind)).ShouldHaveSingleItem();
        found.Id.ShouldBe("TPD007");
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }

    [Theory]
    [InlineData("async Task Go(System.Windows.Threading.Dispatcher d) { await Task.Yield(); d.Invoke(() => { }); }", "a window's thread")]
    [InlineData("async Task Go(System.Windows.Threading.Dispatcher d) { await Task.Yield(); Show(d); } void Show(System.Windows.Threading.Dispatcher d) => d.Invoke(() => { });", "a window's thread")]
    [InlineData("async Task Go(System.Windows.Threading.Dispatcher d) { while (true) { await Task.Yield(); d.Invoke(() => { }); } }", "a window's thread")]
    [InlineData("async Task Go(SynchronizationContext window) { await Task.Yield(); window.Send(_ => { }, null); }", "a window's thread")]
    [InlineData("async Task Go(SemaphoreSlim shown) { await Task.Yield(); shown.Wait(); }", null)]
    public Task Who_waits_for_the_thread_of_a_window_is_told_quietly(string member, string? place) => Window(member, place);

    /// <summary>Where no requests come in, a context that work is sent to is a window's.</summary>
    [Theory]
    [InlineData("", "a window's thread")]
    [InlineData(Service, "a window's thread")]
    [InlineData(Web, null)]
    public Task Who_sends_to_a_context_waits_for_the_thread_of_a_window(string more, string? place) => Told(HeatTests.Alone("Other",
        "public class C { public async Task Go(SynchronizationContext window) { await Task.Yield(); window.Send(_ => { }, null); } } " + more), place);

    [Theory]
    [InlineData("Microsoft.EntityFrameworkCore.Sqlite", "", "no asynchronous calls")]
    [InlineData("Microsoft.EntityFrameworkCore.Sqlite", Service, "no asynchronous calls")]
    [InlineData("Microsoft.EntityFrameworkCore.Sqlite", Web, "no asynchronous calls")]
    [InlineData("Microsoft.EntityFrameworkCore.SqlServer", Service, null)]
    public Task A_database_in_the_process_is_told_quietly_by_its_provider_whoever_is_served(string provider, string more, string? place) => Told(HeatTests.Alone(provider,
        "public class C { public async Task Go(Microsoft.EntityFrameworkCore.DbContext d) { await Task.Yield(); d.SaveChanges(); } } " + more,
        declared: "namespace Microsoft.EntityFrameworkCore { public class DbContext { public int SaveChanges() => 5; public System.Threading.Tasks.Task<int> SaveChangesAsync() => null!; } }"), place);

    /// <summary>
    /// Who writes SQL for SQLite has no other database to go to, and awaiting it does not free a thread.
    /// </summary>
    [Theory]
    [InlineData("Microsoft.Data.Sqlite", "", "no asynchronous calls")]
    [InlineData("Microsoft.Data.Sqlite", Service, "no asynchronous calls")]
    [InlineData("System.Data.SQLite", Web, "no asynchronous calls")]
    [InlineData("DuckDB.NET.Data", Web, "no asynchronous calls")]
    [InlineData("Npgsql", Service, null)]
    public Task Commands_for_a_database_in_the_process_are_suggestions_whoever_is_served(string provider, string more, string? place) => Told(HeatTests.Alone(
        provider, "public class C { public async Task Go(System.Data.Common.DbCommand d) { await Task.Yield(); d.ExecuteNonQuery(); } } " + more), place);

    /// <summary>
    /// SqlClient alone begins and ends a transaction at once, awaited or not; what it does with a command it does not.
    /// </summary>
    [Theory]
    [InlineData("Microsoft.Data.SqlClient", "System.Data.Common.DbConnection d", "d.BeginTransaction()", "no asynchronous calls")]
    [InlineData("System.Data.SqlClient", "System.Data.IDbTransaction d", "d.Commit()", "no asynchronous calls")]
    [InlineData("Microsoft.Data.SqlClient", "System.Data.Common.DbCommand d", "d.ExecuteNonQuery()", null)]
    [InlineData("Npgsql", "System.Data.IDbTransaction d", "d.Commit()", null)]
    public Task A_transaction_that_only_SqlClient_can_make_is_a_suggestion(string provider, string given, string call, string? place) => Told(HeatTests.Alone(
        provider, $"public class C {{ public async Task Go({given}) {{ await Task.Yield(); {call}; }} }} {Service}"), place);

    /// <summary>A library that draws is a part of a program with a window; whom others serve is not known.</summary>
    [Theory]
    [InlineData("Avalonia.Controls", "", "nobody to serve")]
    [InlineData("PresentationFramework", "", "nobody to serve")]
    [InlineData("PresentationFramework", Web, null)]
    [InlineData("PresentationCore.Tools", "", "nobody known to serve")]
    public Task A_library_that_draws_a_window_is_a_part_of_such_a_program(string library, string more, string? place) => Told(
        HeatTests.Alone(library, "public class C { public void Save() => Task.Run(() => Thread.Sleep(5)); } " + more), place);

    [Fact]
    public Task What_a_windows_framework_calls_is_a_suggestion() => Told(HeatTests.Alone("Bus",
        $"public class C : Bus.Job {{ public override async Task RunAsync() {{ await Task.Yield(); File.ReadAllText(\"a\"); }} static void Main() {{ }} }} {Hosted}",
        OutputKind.WindowsApplication, Handled), "file");

    private static Task Window(string members, string? place, string more = "") => Told(HeatTests.Alone(
        "Other", $"class C {{ {members} static void Main() {{ }} }} {Windows} {more}", OutputKind.WindowsApplication, Hosts), place);

    private static Task Library(string members, string? place, string more = "") =>
        Told(HeatTests.Alone("Other", $"public class C {{ {members} }} {more}"), place);

    internal static async Task Told(Task<System.Collections.Immutable.ImmutableArray<Diagnostic>> findings, string? place)
    {
        Diagnostic found = (await findings).Where(each => each.Id is "TPD001" or "TPD002" or "TPD003" or "TPD004").ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }
}
