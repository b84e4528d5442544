using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>Which files are suggestions although each request, or each message, comes to them.</summary>
public sealed class HeatOfFilesTests
{
    private const string Handled =
        "namespace Bus { public interface IHandler { System.Threading.Tasks.Task HandleAsync(); } }";

    private const string Service = "class BackgroundService; class Service : BackgroundService;";

    /// <summary>Two methods would have to become async before anybody could await the file.</summary>
    [Theory]
    [InlineData("Load(); } void Load() => Read(); void Read() => File.ReadAllText(\"a\");")]
    [InlineData("Load(); } void Load() => Read(); void Read() { using StreamReader from = new(\"a\"); from.ReadLine(); }")]
    [InlineData("Load(); } void Load() => Read(); void Read() { using StreamReader from = new(\"a\"); while (!from.EndOfStream) { } }")]
    [InlineData("Load(); } void Load() => Read(); void Read() { using var file = new FileStream(\"a\", FileMode.Open); using var from = new StreamReader(file); while (!from.EndOfStream) { } }")]
    [InlineData("IStore store = new Store(); store.Load(); } interface IStore { void Load(); } class Store : IStore { public void Load() => Read(); void Read() => File.ReadAllText(\"a\"); }")]
    public Task A_file_behind_two_helpers_is_a_suggestion(string body) => Handler(body, "file behind helpers");

    /// <summary>So is what a library writes rows with, made over the file.</summary>
    [Theory]
    [InlineData("new StreamWriter(\"a\")", "RowWriter", "file")]
    [InlineData("new System.Net.Sockets.TcpClient().GetStream()", "RowWriter", null)]
    [InlineData("new StreamWriter(\"a\")", "RowClient", null)]
    public async Task Rows_over_a_file_are_a_file(string made, string type, string? place)
    {
        string rows = $"public class {type}(System.IDisposable to) : System.IDisposable {{ public void WriteRows(int n) {{ }} public System.Threading.Tasks.Task WriteRowsAsync(int n) => System.Threading.Tasks.Task.Delay(n); public void Dispose() => to.Dispose(); }}";
        string work = $"public class C {{ async Task Load() {{ await Task.Yield(); using var to = {made}; using var rows = new {type}(to); rows.WriteRows(5); }} }}";
        (await HeatTests.Alone("Rows", work, declared: rows)).Where(each => each.Id == "TPD003").ShouldHaveSingleItem()
            .Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }

    [Theory]
    [InlineData("File.ReadAllText(\"a\"); }")]
    [InlineData("Load(); } void Load() => File.ReadAllText(\"a\");")]
    [InlineData("IStore store = new Store(); store.Load(); } interface IStore { void Load(); } class Store : IStore { public void Load() => File.ReadAllText(\"a\"); }")]
    [InlineData("await LoadAsync(); } async Task LoadAsync() { await Task.Yield(); Read(); } void Read() => File.ReadAllText(\"a\");")]
    [InlineData("Load(); } void Load() => Read(); void Read() => System.Net.Dns.GetHostEntry(\"a\");")]
    [InlineData("Parallel.For(0, 5, i => Load()); } void Load() => Read(); void Read() => File.ReadAllText(\"a\");")]
    public Task One_that_is_nearer_or_that_many_come_to_is_a_warning(string body) => Handler(body, null);

    [Theory]
    [InlineData("try { await Task.Yield(); } catch { File.AppendAllText(\"a\", \"failed\"); } }")]
    [InlineData("try { await Task.Yield(); } catch (Exception e) { Trace(e); } } static void Trace(Exception e) { using StreamWriter to = new(\"a\", true); to.WriteLine(e); }")]
    public Task What_is_written_to_a_file_when_something_has_failed_is_a_suggestion(string body) => Handler(body, "file after a failure");

    [Theory]
    [InlineData("try { File.AppendAllText(\"a\", \"begun\"); } catch { } }")]
    [InlineData("try { await Task.Yield(); } catch { } File.AppendAllText(\"a\", \"ended\"); }")]
    [InlineData("try { await Task.Yield(); } catch { System.Net.Dns.GetHostEntry(\"a\"); } }")]
    public Task What_is_written_before_or_after_and_what_is_no_file_is_a_warning(string body) => Handler(body, null);

    /// <summary>A connection need not be named by its type.</summary>
    [Theory]
    [InlineData("Answer answer) { using Stream content = await answer.ReadAsStreamAsync();", null)]
    [InlineData("Answer answer) { using Stream content = answer.GetResponseStream();", null)]
    [InlineData("Stream content) {", "file")]
    public async Task A_stream_of_an_answer_is_no_file(string begin, string? place) =>
        (await HeatTests.Alone("Other", $"public class C {{ async Task M({begin} await Task.Yield(); using StreamReader from = new(content); from.ReadLine(); }} }} "
            + "public abstract class Answer { public abstract Task<Stream> ReadAsStreamAsync(); public abstract Stream GetResponseStream(); }"))
            .ShouldHaveSingleItem().Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);

    /// <summary>A library's own, by what its parameter is called, unless its type speaks of something far.</summary>
    [Theory]
    [InlineData("p.Load(\"a\");", "file")]
    [InlineData("p.Save(\"a\");", "file")]
    [InlineData("p.Send(\"a\");", null)]
    [InlineData("p.SaveTo(5);", null)]
    [InlineData("c.Load(\"a\");", null)]
    public async Task What_a_library_loads_or_saves_by_a_path_is_a_file(string work, string? place) =>
        (await HeatTests.Alone("Other", $"public class C {{ public async Task M(Picture p, PictureClient c) {{ await Task.Yield(); {work} }} }} "
            + $"public abstract class Picture {{ {Pair("Load(string path")} {Pair("Save(string fileName")} {Pair("Send(string path")} {Pair("SaveTo(int slot")} }} "
            + $"public abstract class PictureClient {{ {Pair("Load(string path")} }}"))
            .ShouldHaveSingleItem().Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);

    /// <summary>Who has opened it is not known; in a type that speaks of connections, too.</summary>
    [Theory]
    [InlineData("FileStream", "file")]
    [InlineData("System.Net.Sockets.NetworkStream", null)]
    public async Task What_is_a_file_by_its_type_is_one(string type, string? place) =>
        (await HeatTests.Alone("Other", $"public class C {{ System.Net.Sockets.Socket? _far; public async Task M(object given) {{ {type} from = ({type})given; await Task.Yield(); Read(from); }} "
            + "void Read(Stream from) { _far = null; using BinaryReader reader = new(from); reader.ReadBytes(5); } }"))
            .ShouldHaveSingleItem().Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);

    /// <summary>Which file system it is asked through makes no difference.</summary>
    [Fact]
    public async Task A_file_behind_System_IO_Abstractions_is_a_suggestion_where_nobody_is_known_to_be_served()
    {
        const string Files = """
            namespace System.IO.Abstractions
            {
                public interface IFile
                {
                    string ReadAllText(string path);
                    System.Threading.Tasks.Task<string> ReadAllTextAsync(string path, System.Threading.CancellationToken token = default);
                }
            }
            """;
        Diagnostic found = (await HeatTests.Alone("System.IO.Abstractions",
            "class C { async Task Load(System.IO.Abstractions.IFile file) { await Task.Yield(); file.ReadAllText(\"a\"); } }", declared: Files))
            .Where(each => each.Id == "TPD003").ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe("file");
    }

    /// <summary>Nothing can be awaited that copies a file as the system does.</summary>
    [Theory]
    [InlineData("File.Copy(\"a\", \"b\"); }")]
    [InlineData("new FileInfo(\"a\").CopyTo(\"b\"); }")]
    [InlineData("Keep(); } void Keep() => File.Copy(\"a\", \"b\");")]
    [InlineData("Parallel.For(0, 5, i => File.Copy(\"a\", $\"b{i}\")); }")]
    public Task A_copy_of_a_file_is_a_suggestion(string body) => Handler(body, "no asynchronous calls");

    [Fact]
    public Task A_copy_by_streams_is_a_warning() =>
        Handler("using FileStream from = File.OpenRead(\"a\"); from.CopyTo(File.Create(\"b\")); }", null);

    private const string Kept = "readonly Dictionary<string, string> _kept = []; "
        + "readonly Dictionary<string, string> _others = []; string? _name = \"a\"; ";

    [Theory]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { text = File.ReadAllText(_name); _kept.Add(_name, text); } }")]
    [InlineData("if (_kept.ContainsKey(_name)) return; _kept[_name] = File.ReadAllText(_name); }")]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { text = Load(); _kept[_name] = text; } } string Load() => File.ReadAllText(\"a\");")]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { using StreamReader from = new(await Open().ConfigureAwait(false)); text = from.ReadToEnd(); _kept.Add(_name, text); } } "
        + "async Task<Stream> Open() { await Task.Yield(); return File.OpenRead(\"a\"); }")]
    [InlineData("new System.Collections.Concurrent.ConcurrentDictionary<string, string>().GetOrAdd(_name, name => File.ReadAllText(name)); }")]
    public Task A_file_that_is_read_into_a_cache_is_a_suggestion(string body) => Handler(body, "file kept in a cache", Kept);

    [Theory]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { text = File.ReadAllText(_name); _others.Add(_name, text); } }")]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { text = File.ReadAllText(_name); _kept.Add(text, _name); } }")]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { text = File.ReadAllText(_name); } }")]
    [InlineData("File.ReadAllText(_name); if (!_kept.TryGetValue(_name, out string? text)) { _kept.Add(_name, \"\"); } }")]
    [InlineData("if (!_kept.TryGetValue(_name, out string? text)) { text = System.Net.Dns.GetHostEntry(_name).HostName; _kept.Add(_name, text); } }")]
    public Task What_is_not_kept_by_the_key_that_was_asked_for_is_a_warning(string body) => Handler(body, null, Kept);

    // What a message comes to, in a service that takes messages.
    // Save(string path and its twin
    private static string Pair(string member) =>
        $"public abstract void {member}); public abstract Task {member.Replace("(", "Async(")}, CancellationToken token = default);";

    private static async Task Handler(string body, string? place, string fields = "")
    {
        Diagnostic found = (await HeatTests.Alone("Bus", "public class C : Bus.IHandler { " + fields
            + "public async Task HandleAsync() { await Task.Yield(); " + body + " } " + Service, declared: Handled))
            .Where(each => each.Id == "TPD003").ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }
}
