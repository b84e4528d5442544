namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>
/// What reflection finds by an attribute, or in a type that it goes through, runs where the delegate that is made of it
/// does, or where it is invoked.
/// </summary>
public sealed class ReflectedMethodTests
{
    private const string Find = "foreach (var m in typeof(Jobs).GetMethods()) foreach (var a in m.GetCustomAttributes(true)) if (a is JobAttribute) ";

    [Theory]
    [InlineData(Find + "_all.Add(new Kept { Work = (Work)Delegate.CreateDelegate(typeof(Work), m) });")]
    [InlineData(Find + "_all.Add(new Kept { Work = m.CreateDelegate<Work>() });")]
    [InlineData(Find + "_all.Add(new Kept { Work = (Work)m.CreateDelegate(typeof(Work)) });")]
    [InlineData(Find + "_one = new Kept { Work = (Work)Delegate.CreateDelegate(typeof(Work), m) };")]
    [InlineData("foreach (var m in typeof(Jobs).GetMethods()) if (m.IsDefined(typeof(JobAttribute), false)) _all.Add(new Kept { Work = m.CreateDelegate<Work>() });")]
    [InlineData("_all.AddRange(GetType().Assembly.GetTypes().SelectMany(t => t.GetMethods()).Where(m => m.GetCustomAttribute<JobAttribute>() != null).Select(m => new Kept { Work = m.CreateDelegate<Work>() }));")]
    [InlineData("foreach (var m in typeof(Jobs).GetMethods(BindingFlags.Static | BindingFlags.Public)) _all.Add(new Kept { Work = m.CreateDelegate<Work>() });")]
    [InlineData("Task.Run(() => { foreach (var m in typeof(Jobs).GetMethods()) if (m.IsDefined(typeof(JobAttribute), false)) m.Invoke(null, new object[] { 5 }); });")]
    [InlineData("Task.Run(() => { foreach (var m in typeof(Jobs).GetMethods().Where(m => m.IsDefined(typeof(JobAttribute), false))) m.Invoke(null, [5]); });")]
    public Task What_is_run_so_is_told(string load) => Examine.Reports("TPD002", Around(load, "[|Thread.Sleep(500)|];"));

    [Theory]
    [InlineData(Find + "_own = (Work)Delegate.CreateDelegate(typeof(Work), m);")]
    [InlineData(Find + "Console.WriteLine(m.Name);")]
    [InlineData(Find + "_all.Add(new Kept { Work = new Work(i => Console.WriteLine(i)) }); Console.WriteLine();")]
    [InlineData("foreach (var m in typeof(Jobs).GetMethods()) foreach (var a in m.GetCustomAttributes(true)) if (a is OtherAttribute) _one.Others = (Others)Delegate.CreateDelegate(typeof(Others), m);")]
    [InlineData("foreach (var m in typeof(Other).GetMethods()) if (m.IsDefined(typeof(OtherAttribute), false)) _all.Add(new Kept { Work = m.CreateDelegate<Work>() });")]
    [InlineData("foreach (var m in typeof(Jobs).GetMethods()) if (m.IsDefined(typeof(JobAttribute), false)) m.Invoke(null, new object[] { 5 });")]
    [InlineData("Task.Run(() => { foreach (var m in typeof(Jobs).GetMethods()) if (m.IsDefined(typeof(JobAttribute), false)) m.Invoke(null, null); });")]
    public Task What_is_not_is_silent(string load) => Examine.Silent(Around(load, "Thread.Sleep(500);"));

    private static string Around(string load, string work) => $$"""
        using System.Reflection;
        delegate void Work(int given);
        delegate void Others(string given);
        [AttributeUsage(AttributeTargets.Method)] class JobAttribute : Attribute;
        [AttributeUsage(AttributeTargets.Method)] class OtherAttribute : Attribute;
        static class Jobs { [Job] public static void One(int given) { {{work}} } }
        static class Other { [Other] public static void One(int given) { } }
        class Kept { public Work? Work { get; set; } public Others? Others { get; set; } }
        class C
        {
            private readonly List<Kept> _all = [];
            private Kept _one = new();
            private Work? _own;
            void Load() { {{load}} }
            void Start() => Task.Run(() => { foreach (var kept in _all) kept.Work!(5); _one.Work?.Invoke(5); _one.Others?.Invoke("a"); });
            void Own() => new Thread(() => _own!(5)).Start();
        }
        """;
}
