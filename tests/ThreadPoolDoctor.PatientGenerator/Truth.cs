namespace ThreadPoolDoctor.PatientGenerator;

/// <summary>A place in a generated program that holds workers.</summary>
/// <param name="Ids">Ailments, any of which is right.</param>
/// <param name="Method">The method as the doctor writes it, without parameters and type arguments.</param>
/// <param name="File">Source file, without folders.</param>
/// <param name="Line">Its line; null where the program has no symbols.</param>
/// <param name="Share">Its share of the blocked time, 0 to 1.</param>
/// <param name="Required">Whether it must be named when enough workers sit in it; otherwise it only may be.</param>
/// <param name="Shape">How the code that blocks is written, for the table of results.</param>
public sealed record TrueCause(
    IReadOnlyList<string> Ids, string Method, string File, int? Line, double Share, bool Required, string Shape);

/// <summary>What is true of a generated program, and so what must and must not be said of it.</summary>
public sealed record Truth
{
    public required int Seed { get; init; }

    /// <summary>The kind of patient: "starving", "healthy" and so on; a row of the matrix.</summary>
    public required string Kind { get; init; }

    public required string Description { get; init; }

    /// <summary>Verdicts, any of which is right.</summary>
    public required IReadOnlyList<string> Verdicts { get; init; }

    public required IReadOnlyList<string> Symptoms { get; init; }

    /// <summary>Findings that may be told besides.</summary>
    public required IReadOnlyList<string> MayHave { get; init; }

    /// <summary>Causes not listed here must not be named.</summary>
    public required IReadOnlyList<TrueCause> Causes { get; init; }

    /// <summary>Seconds that a look must last so that what is true can be seen.</summary>
    public required double LookSeconds { get; init; }

    /// <summary>Uses up the processors: no other look may run beside it.</summary>
    public required bool IsBusy { get; init; }

    public bool IsSick => !Verdicts.Contains("healthy");
}
