namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>Names that do not repeat within a program.</summary>
internal sealed class Vocabulary(Random random)
{
    private static readonly string[] s_companies = ["Shop", "Bank", "Clinic", "Harbour", "Library", "Cinema", "Airline", "Bakery"];
    private static readonly string[] s_nouns =
    [
        "Orders", "Invoices", "Payments", "Users", "Reports", "Prices", "Tickets", "Parcels", "Letters", "Accounts", "Images",
        "Sessions", "Quotes", "Stocks", "Claims", "Visits", "Meters", "Routes", "Drafts", "Rooms",
    ];
    private static readonly string[] s_verbs = ["Load", "Check", "Fetch", "Print", "Index", "Scan", "Collect", "Import", "Export", "Inspect"];

    private readonly HashSet<string> _used = [];

    public string Company() => s_companies[random.Next(s_companies.Length)];

    public string Class()
    {
        string name = s_nouns[random.Next(s_nouns.Length)];
        for (int i = 2; !_used.Add(name); i++) name = name.TrimEnd('2', '3', '4', '5', '6', '7', '8', '9') + i;
        return name;
    }

    public string Verb() => s_verbs[random.Next(s_verbs.Length)];
}
