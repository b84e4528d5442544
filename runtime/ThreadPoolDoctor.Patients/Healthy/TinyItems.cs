namespace ThreadPoolDoctor.Patients;

/// <summary>Millions of tiny items, in rounds of a hundred thousand.</summary>
internal static class TinyItems
{
    public static void Run(Session session) => ItemRounds.Run(session, items: 100_000, milliseconds: 0.0001);
}
