using ThreadPoolDoctor.Patients;

// Runs one patient as a process of its own: `ThreadPoolDoctor.Patients requests --seconds 60`.
// It says `ready <name> <pid>` once the illness is there, and ends when its standard input closes or its time is up,
// so that whoever started it can never leave it behind.
return args switch
{
    ["--list"] => List(),
    [var name, .. var options] when Roster.Find(name) is { } patient => Admit(name, patient, options),
    _ => Usage(),
};

static int List()
{
    foreach (Expectation patient in Expectations.All)
    {
        Console.WriteLine($"{patient.Patient,-18} {(patient.IsSick ? "sick" : "healthy"),-8} {patient.Description}");
    }
    return 0;
}

static int Admit(string name, Action<Session> patient, string[] options)
{
    if (Session.TryStart(name, options, out string? trouble) is not { } session)
    {
        Console.Error.WriteLine(trouble);
        return 2;
    }
    patient(session);
    session.StayUntilTheEnd();
    return 0;
}

static int Usage()
{
    Console.Error.WriteLine("Usage: ThreadPoolDoctor.Patients <name> [--seconds N] [--<option> N]...  or  --list");
    return 2;
}
