namespace ThreadPoolDoctor.Patients;

/// <summary>Items that compute for a twentieth of a second each, in rounds of a few per processor.</summary>
internal static class HugeItems
{
    public static void Run(Session session) =>
        ItemRounds.Run(session, items: 4 * Environment.ProcessorCount, milliseconds: 50);
}
