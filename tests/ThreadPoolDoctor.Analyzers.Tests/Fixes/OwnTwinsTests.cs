using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>A pass calls the program's own twin only where it surely does the same.</summary>
public sealed class OwnTwinsTests
{
    private const string Moq = """
        namespace Moq
        {
            public class Mock<T> { public void Setup<R>(System.Linq.Expressions.Expression<Func<T, R>> call) { } }
        }
        """;

    [Theory]
    // What a driver's Flush and FlushAsync looked like: the one has a way of its own, the other is told to send by
    // another road.
    [InlineData("""
        string Load(string name, bool last = false) { if (!last && name.Length == 0) return ""; return File.ReadAllText(name); }
        async Task<string> LoadAsync(string name) { if (name.Length == 0) return ""; return await File.ReadAllTextAsync(name); }
        """)]
    [InlineData("""
        string Load(string name) => File.ReadAllText(name);
        async Task<string> LoadAsync(string name) { string text = await File.ReadAllTextAsync(name); return text.Trim(); }
        """)]
    [InlineData("""
        string Load(string name) { lock (this) return File.ReadAllText(name); }
        async Task<string> LoadAsync(string name) { return await File.ReadAllTextAsync(name); }
        """)]
    [InlineData("""
        string Load(string name) => File.ReadAllText(name).Substring((name.Length + 1) * 2);
        async Task<string> LoadAsync(string name) => (await File.ReadAllTextAsync(name)).Substring(name.Length + 1 * 2);
        """)]
    // The same words, and what they call differs.
    [InlineData("""
        string Load(string name) => Read(name);
        Task<string> LoadAsync(string name) => ReadAsync(name);
        string Read(string name) => File.ReadAllText(name);
        async Task<string> ReadAsync(string name) => (await File.ReadAllTextAsync(name)).Trim();
        """)]
    // One waits for the other only at times.
    [InlineData("""
        string Load(string name) { if (name.Length > 5) return LoadAsync(name).Result; return File.ReadAllText(name); }
        async Task<string> LoadAsync(string name) => (await File.ReadAllTextAsync(name)).Trim();
        """)]
    // One waits for the other, and does more, or asks for something else.
    [InlineData("""
        string Load(string name) { Check(name); return LoadAsync(name).Result; }
        async Task<string> LoadAsync(string name) => (await File.ReadAllTextAsync(name)).Trim();
        static void Check(string name) => ArgumentException.ThrowIfNullOrEmpty(name);
        """)]
    [InlineData("""
        string Load(string name) => LoadAsync(name, whole: true).Result;
        async Task<string> LoadAsync(string name, bool whole = false) => whole ? await File.ReadAllTextAsync(name) : "";
        """)]
    // Nobody here says what they do.
    [InlineData("string Load(string name) => _store.Load(name); Task<string> LoadAsync(string name) => _store.LoadAsync(name);")]
    public async Task Where_they_may_differ_a_pass_leaves_the_call(string twins)
    {
        (await Pass(twins)).ShouldContain("return Load(\"a\");");
        await IsOffered(twins);
    }

    [Theory]
    [InlineData("""
        string Load(string name) => LoadAsync(name).GetAwaiter().GetResult();
        async Task<string> LoadAsync(string name) => (await File.ReadAllTextAsync(name)).Trim();
        """)]
    [InlineData("""
        string Load(string name) { Task<string> text = LoadAsync(name); text.Wait(); return text.Result; }
        async Task<string> LoadAsync(string name) => (await File.ReadAllTextAsync(name)).Trim();
        """)]
    [InlineData("string Load(string name) => File.ReadAllText(name); Task<string> LoadAsync(string name) => Task.Run(() => Load(name));")]
    [InlineData("string Load(string name) => Task.Run(async () => await LoadAsync(name)).GetAwaiter().GetResult(); Task<string> LoadAsync(string name) => File.ReadAllTextAsync(name);")]
    [InlineData("""
        string Load(string name)
        {
            try { return LoadAsync(name, CancellationToken.None).Result; }
            catch (AggregateException e) { throw e.InnerException!; }
        }
        async Task<string> LoadAsync(string name, CancellationToken token) => (await File.ReadAllTextAsync(name, token)).Trim();
        """)]
    [InlineData("""
        string Load(string name) => File.ReadAllText(name);
        Task<string> LoadAsync(string name, CancellationToken token = default) => File.ReadAllTextAsync(name, token);
        """)]
    [InlineData("""
        string Load(string name)
        {
            if (name is "") throw new ArgumentException("Load wants a name");
            int tries = 0;
            while (!File.Exists(name) && tries++ < 5) { Thread.Sleep(100); }
            using StreamReader file = File.OpenText(name);
            return Cut(file.ReadToEnd());
        }
        async Task<string> LoadAsync(string name, CancellationToken cancellation = default)
        {
            cancellation.ThrowIfCancellationRequested();
            if (name is "") throw new ArgumentException("LoadAsync wants a name");
            var tries = 0;
            while (!File.Exists(name) && tries++ < 5) { await Task.Delay(100, cancellation).ConfigureAwait(false); }
            using var file = File.OpenText(name);
            return Cut(await file.ReadToEndAsync(cancellation).ConfigureAwait(false));
        }
        static string Cut(string text) => text.Trim();
        """)]
    [InlineData("""
        string Load(string name) => Read(name);
        Task<string> LoadAsync(string name) => ReadAsync(name);
        string Read(string name) => name.Length > 5 ? Load(name.Substring(1)) : File.ReadAllText(name);
        async Task<string> ReadAsync(string name) => name.Length > 5 ? await LoadAsync(name.Substring(1)) : await File.ReadAllTextAsync(name);
        """)]
    [InlineData("""
        string Load(string name) => _disk.Load(name);
        Task<string> LoadAsync(string name) => _disk.LoadAsync(name);
        """)]
    public async Task Where_they_are_the_same_it_is_awaited(string twins) => (await Pass(twins)).ShouldContain("return await LoadAsync(\"a\"");

    [Fact]
    public async Task What_nothing_is_asked_of_may_give_something_in_the_twin() => (await Pass("""
        string Load(string name) { Log(name); return name; }
        void Log(string name) { int tries = 0; while (tries++ < 5) Thread.Sleep(5); }
        async Task<int> LogAsync(string name) { int tries = 0; while (tries++ < 5) await Task.Delay(5); return tries; }
        """, "[|Log(\"a\")|]; return \"\";")).ShouldContain("await LogAsync(\"a\"); return \"\";");

    [Fact]
    public async Task What_a_test_told_its_stand_in_stays()
    {
        const string Twins = "string Load(string name) => _disk.Load(name); Task<string> LoadAsync(string name) => _disk.LoadAsync(name);";
        (await Pass(Twins, more: Moq + "\npublic class Tests { public void Works() => new Moq.Mock<IDisk>().Setup(disk => disk.Load(\"a\")); }"))
            .ShouldContain("return Load(\"a\");");
        (await Pass(Twins, more: "public class Fake : IDisk { public string Load(string name) => \"a\"; public Task<string> LoadAsync(string name) => throw new NotSupportedException(); }"))
            .ShouldContain("return Load(\"a\");");
        (await Pass(Twins, more: "public class Fake : IDisk { public string Load(string name) => \"a\"; public Task<string> LoadAsync(string name) => Task.FromResult(\"a\"); }"))
            .ShouldContain("return await LoadAsync(\"a\");");
    }

    [Fact]
    public async Task Overrides_have_a_say()
    {
        const string Twins = "string Load(string name) => _base.Load(name); Task<string> LoadAsync(string name) => _base.LoadAsync(name);";
        (await Pass(Twins)).ShouldContain("return await LoadAsync(\"a\");");
        (await Pass(Twins, more: "public class Loud : Base { public override string Load(string name) => name + \"!\"; }"))
            .ShouldContain("return Load(\"a\");");
    }

    private static async Task<string> Pass(string twins, string call = "return [|Load(\"a\")|];", string more = "")
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD003", [Source(twins, call, more)], new());
        Solution changed = await Fix.FixAll(Fix.Curing("TPD003"), project, reports, FixAllScope.Solution);
        await Fix.AssertSound(changed.GetProject(project.Id)!);
        return (await changed.GetDocument(reports[0].Location.SourceTree is { } tree ? project.GetDocument(tree)!.Id : null!)!.GetTextAsync()).ToString();
    }

    private static async Task IsOffered(string twins)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD003", [Source(twins, "return [|Load(\"a\")|];", "")], new());
        (await Fix.Offers(Fix.Curing("TPD003"), project, reports[0])).ShouldHaveSingleItem().Title.ShouldBe("Await LoadAsync");
    }

    private static string Source(string twins, string call, string more) => $$"""
        #pragma warning disable CS1998, CS8618, CS0649, CS0169
        {{more}}
        public interface IStore { string Load(string name); Task<string> LoadAsync(string name); }
        public interface IDisk { string Load(string name); Task<string> LoadAsync(string name); }
        public class Disk : IDisk
        {
            public string Load(string name) => File.ReadAllText(name);
            public async Task<string> LoadAsync(string name) => await File.ReadAllTextAsync(name);
        }
        public class Base
        {
            public virtual string Load(string name) => File.ReadAllText(name);
            public virtual async Task<string> LoadAsync(string name) => await File.ReadAllTextAsync(name);
        }
        class C
        {
            IStore _store; IDisk _disk; Base _base;
            async Task<string> Run() { await Task.Yield(); {{call}} }
            {{twins}}
        }
        """;
}
