namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// A method that asks whether it was given anything waits for whoever gives it something: that a caller could hand over
/// null is no way out, unless its parameter says so or the call does.
/// </summary>
public sealed class GivenObjectTests
{
    public static TheoryData<string, string> Waiting { get; } = new()
    {
        { "void Save(Plan plan) { if (plan != null) Nap(); }", "Save(plan)" },
        { "void Save(Plan plan) { if (null != plan) { Nap(); } }", "Save(plan)" },
        { "void Save(Plan plan) { if (plan == null) return; Nap(); }", "Save(new Plan())" },
        { "void Save(Plan plan) { if (plan is null) throw new ArgumentNullException(); Nap(); }", "Save(plan)" },
        { "void Save(Plan plan) { if (plan is not null) Nap(); }", "Save(plan)" },
        { "void Save(string key) { if (key != null) Nap(); }", "Save(\"a\")" },
        { "void Save(Plan plan) { plan?.Run(); }", "Save(plan)" },
        { "void Save(Plan plan) { if (plan != null) Add(plan); } void Add(Plan plan) { if (plan == null) return; Nap(); }", "Save(plan)" },
        { "int Save(Plan plan) => plan == null ? 0 : Nap();", "Save(plan)" },
        { "void Save(Plan plan, int[] ids) { if (plan != null && ids != null) Nap(); }", "Save(plan, [])" },
        { "void Save(Plan plan) { Nap(); }", "Save(null)" },
    };

    public static TheoryData<string, string> Quiet { get; } = new()
    {
        { "void Save(Plan plan) { if (plan != null) Nap(); }", "Save(null)" },
        { "void Save(Plan plan) { if (plan != null) Nap(); }", "Save(default)" },
        { "void Save(Plan plan) { if (plan != null) Nap(); }", "Save((Plan)null)" },
        { "void Save(Plan plan) { if (plan != null) Add(plan); } void Add(Plan plan) { Nap(); }", "Save(default(Plan))" },
        { "void Save(Plan plan) { plan?.Run(); }", "Save(null)" },
        { "void Save(Plan plan = null) { if (plan != null) Nap(); }", "Save(plan)" },
        { "void Save(int? id) { if (id != null) Nap(); }", "Save(5)" },
        { "void Save(Plan plan) { if (plan == null) Nap(); }", "Save(plan)" },
        { "void Save(bool now) { if (now) Nap(); }", "Save(true)" },
        { "void Save(int id) { if (id == 5) Nap(); }", "Save(5)" },
        { "void Save(Plan plan, bool now) { if (plan != null && now) Nap(); }", "Save(plan, true)" },
        { "\n#nullable enable\nvoid Save(Plan? plan) { if (plan != null) Nap(); }\n#nullable disable\n", "Save(plan)" },
    };

    [Theory]
    [MemberData(nameof(Waiting))]
    public async Task Who_gives_it_one_waits(string method, string call)
    {
        foreach (bool bySource in new[] { true, false }) (await Found(bySource, method, call)).ShouldNotBeEmpty($"source {bySource}");
    }

    [Theory]
    [MemberData(nameof(Quiet))]
    public async Task Who_need_not_does_not(string method, string call)
    {
        foreach (bool bySource in new[] { true, false }) (await Found(bySource, method, call)).ShouldBeEmpty($"source {bySource}");
    }

    /// <summary>An editor is told the nearest place alone.</summary>
    [Fact]
    public async Task In_a_build_what_waits_for_all_is_told_all_the_same() =>
        (await Found(false, "void Save(Plan plan, string name) { if (name != null) Thread.Sleep(7); Nap(); }", "Save(plan, null)")).ShouldHaveSingleItem();

    private static async Task<string[]> Found(bool bySource, string method, string call)
    {
        string data = $$"""
            #nullable disable
            namespace Shop.Data;
            public sealed class Plan { public void Run() => Thread.Sleep(5); }
            public sealed class Plans
            {
                static int Nap() { Thread.Sleep(5); return 5; }
                public {{method}}
            }
            """;
        string web = $$"""
            #nullable disable
            using Shop.Data;
            class C { async Task Handle(Plans plans, Plan plan) { await Task.Yield(); plans.{{call}}; } }
            """;
        return [.. (await OtherProjectTests.Run(bySource, ("Shop.Data", data), ("Shop.Web", web))).Found.Select(each => each.Id)];
    }
}
