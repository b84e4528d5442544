namespace ThreadPoolDoctor.Patients;

/// <summary>
/// What the doctor must say about a patient. Plain data, linked as source into the end-to-end tests too.
/// </summary>
internal sealed record Expectation(string Patient, string Description)
{
    /// <summary>The class, and the file under this project, that holds the patient.</summary>
    public required string Source { get; init; }

    /// <summary>Any one of these is right.</summary>
    public required string[] Verdicts { get; init; }

    /// <summary>
    /// Ids of symptoms that must be found. With none expected and none allowed there must be no finding at all.
    /// </summary>
    public string[] Symptoms { get; init; } = [];

    /// <summary>Ids of symptoms that are true too, whether they show in a short look or not.</summary>
    public string[] MayHave { get; init; } = [];

    /// <summary>Causes that must be named.</summary>
    public Blamed[] Causes { get; init; } = [];

    /// <summary>Nothing else may be named as a cause.</summary>
    public bool IsOnlyCause { get; init; }

    /// <summary>
    /// The method of the program's whose task its workers wait for; null where the doctor need not tell.
    /// </summary>
    public string? Awaits { get; init; }

    /// <summary>Its threads wait for one another's locks.</summary>
    public bool IsDeadlocked { get; init; }

    /// <summary>
    /// Part of the name of the method that serves the web requests which its blocked workers hold; null where it serves
    /// none.
    /// </summary>
    public string? Serves { get; init; }

    /// <summary>Needs /bin/sh and its friends.</summary>
    public bool UnixOnly { get; init; }

    /// <summary>Left out of the everyday run of the tests, for the sake of time.</summary>
    public bool Rare { get; init; }

    /// <summary>Keeps the processors busy: another patient beside it would suffer from that.</summary>
    public bool IsBusy { get; init; }

    public bool IsSick { get; init; } = true;

    public override string ToString() => Patient;
}

/// <summary>
/// A line of user code that must be blamed: the method as the doctor prints it, and ids any one of which is right.
/// The line is the one marked <c>// blamed</c> and the first id, in the patient's file; without such a mark the line is
/// left open.
/// </summary>
internal sealed record Blamed(string Method, params string[] Ids)
{
    /// <summary>
    /// Part of what the doctor may say instead, approximately and without a line, where the runtime left no frame of
    /// the method.
    /// </summary>
    public string? OrHonestly { get; init; }
}
