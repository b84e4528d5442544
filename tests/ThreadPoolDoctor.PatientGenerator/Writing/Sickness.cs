namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>Adds one blocking method to a program: statement, shape and entry, drawn or given.</summary>
internal static class Sickness
{
    /// <summary>How often it is queued and how long it blocks.</summary>
    /// <param name="Every">Milliseconds between two arrivals.</param>
    /// <param name="Milliseconds">The C# expression of how long one blocks.</param>
    /// <param name="Share">Its share of the blocked time of the whole program.</param>
    internal sealed record Load(double Every, string Milliseconds, double Share)
    {
        /// <summary>Under which condition an arrival queues work; [] stands for the queueing.</summary>
        public string Condition { get; init; } = "[]";
    }

    /// <summary>Writes the class; what starts it is returned, for Main: an arrival on a thread of its own.</summary>
    public static string Add(Draft draft, Load load, Statement? given = null)
    {
        if (given is null && draft.MayHaveLibrary && draft.Chance(0.08)) return AddFromLibrary(draft, load);
        string type = WriteClass(draft, load, given ?? draft.Any(Statements.All));
        return Arrival(load, type);
    }

    /// <summary>Writes the class and returns its name; its Start(int) queues one work item.</summary>
    public static string WriteClass(Draft draft, Load load, Statement statement)
    {
        Entry entry = draft.Any(Entry.All);
        Shape shape = draft.Any(Shape.All);
        string type = draft.NewClass();
        string full = $"{draft.Company}.{type}";
        string mark = "blamed " + type;
        string label = $"{entry.Name}/{shape.Name}/{statement.Name}";
        string body = Body(statement, load.Milliseconds, mark);
        string attribute = draft.Chance(0.5) ? "[MethodImpl(MethodImplOptions.NoInlining)]\n" : "";
        Shaped shaped = shape.Write(new(full, draft.NewVerb(), body, attribute, draft.Random));
        draft.Add(type, string.Join("\n\n", ((string[])[statement.Fields, entry.Write(shaped.Call), shaped.Members]).Where(part => part.Length > 0)));
        string method = shaped.Method ?? entry.Method(full);
        // What goes on after an await queues up once more, and may not have got so far when somebody looks.
        bool comesLate = load.Share < 1 && (entry.Name == "task-run-async" || shape.Name == "async-method");
        // Who registers is read from the code, which is believed by the id of its symbols only.
        bool unknown = statement == Statements.Register && draft.Symbols == Symbols.None;
        draft.Blame(mark, type, statement.Ids, method, load.Share, label, required: !comesLate && !unknown);
        if (body.Contains("// allowed ", StringComparison.Ordinal)) draft.Blame("allowed " + type, type, ["TPD002"], method, 0, label, required: false);
        draft.MayHave.AddRange(statement.MayHave);
        draft.Note(label);
        return type;
    }

    private static string Body(Statement statement, string milliseconds, string mark) => string.Join('\n', statement.Lines(milliseconds)
        .Select(line => line switch
        {
            ['!', .. var code] => $"{code} // {mark}",
            ['?', .. var code] => $"{code} // {mark.Replace("blamed", "allowed", StringComparison.Ordinal)}",
            _ => line,
        }));

    private static readonly (string Id, string Code)[] s_libraryCalls =
    [
        ("TPD001", "Task.Delay(milliseconds).Wait();"),
        ("TPD001", "Task.Delay(milliseconds).ConfigureAwait(false).GetAwaiter().GetResult();"),
        ("TPD002", "Thread.Sleep(milliseconds);"),
        ("TPD004", "new SemaphoreSlim(0).Wait(milliseconds);"),
        ("TPD004", "new ManualResetEvent(false).WaitOne(milliseconds);"),
    ];

    /// <summary>
    /// The call stands in a library without symbols: the line to blame is the program's own that calls it.
    /// </summary>
    private static string AddFromLibrary(Draft draft, Load load)
    {
        (string id, string code) = draft.Any(s_libraryCalls);
        Entry entry = draft.Any(Entry.All);
        string type = draft.NewClass();
        string full = $"{draft.Company}.{type}";
        string verb = draft.NewVerb();
        string mark = "blamed " + type;
        draft.AddToLibrary($"public static int {verb}{type}(int milliseconds)\n{{\n{code}\nreturn milliseconds;\n}}");
        draft.Add(type, entry.Write($"{verb}(id);")
            + $"\n\ninternal static int {verb}(int id)\n{{\nreturn Vendor.Client.{verb}{type}({load.Milliseconds}) + id; // {mark}\n}}");
        string label = $"{entry.Name}/{Shape.Library}/{id}";
        // Without symbols nothing tells the program's own code from that of a library: either may be named.
        bool told = draft.Symbols != Symbols.None;
        draft.Blame(mark, type, [id], $"{full}.{verb}", load.Share, label, required: told);
        if (!told) draft.Blame(mark, type, [id], $"Vendor.Client.{verb}{type}", load.Share, label, required: false);
        draft.Note(label);
        return Arrival(load, type);
    }

    private static string Arrival(Load load, string type) => string.Create(
        System.Globalization.CultureInfo.InvariantCulture,
        $"Session.Every({load.Every} / Session.Size, static () => {load.Condition.Replace("[]", $"{type}.Start(Session.Next())", StringComparison.Ordinal)});");
}
