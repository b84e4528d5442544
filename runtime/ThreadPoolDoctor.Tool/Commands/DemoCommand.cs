using System.CommandLine;
using ThreadPoolDoctor.Patients;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// <c>demo</c>: starts a bundled patient as a process of its own, attaches to it as <c>attach</c> does, and ends it.
/// </summary>
internal static class DemoCommand
{
    public const string Name = "demo";

    private const string UsualPatient = "requests";

    public static Command Create()
    {
        Option<string> patient = new("--patient")
        {
            Description = "Which patient to look at; --list names them.",
            DefaultValueFactory = _ => UsualPatient,
            HelpName = "name",
        };
        patient.Validators.Add(result =>
        {
            string? name = result.Tokens.Count == 0 ? null : result.Tokens[0].Value;
            if (name is not null && Find(name) is null) result.AddError($"There is no patient '{name}'. 'demo --list' names them.");
        });
        patient.CompletionSources.Add([.. Expectations.All.Select(known => known.Patient)]);
        Option<bool> list = new("--list") { Description = "List the patients instead." };
        ObserveOptions observe = new();
        Command command = new(Name, "Starts a bundled sick (or healthy) program, attaches to it, and prints the verdict.") { patient, list };
        observe.AddTo(command);
        command.SetAction((parsed, cancel) => parsed.GetValue(list)
            ? Task.FromResult(List(parsed.InvocationConfiguration.Output))
            : RunAsync(Find(parsed.GetValue(patient)!)!, observe, parsed, cancel));
        return command;
    }

    private static Expectation? Find(string name) => Expectations.All.FirstOrDefault(known => known.Patient == name);

    private static int List(TextWriter output)
    {
        int width = Expectations.All.Max(known => known.Patient.Length);
        foreach (Expectation known in Expectations.All)
        {
            output.WriteLine($"{known.Patient.PadRight(width)}  {(known.IsSick ? "sick" : "healthy"),-7}  {known.Description}");
        }
        return ExitCodes.Done;
    }

    private static async Task<int> RunAsync(Expectation known, ObserveOptions observe, ParseResult parsed, CancellationToken cancel)
    {
        TextWriter notes = parsed.InvocationConfiguration.Error;
        await notes.WriteLineAsync($"Starting the patient '{known.Patient}': {known.Description}.");
        using RunningPatient patient = await RunningPatient.StartAsync(known.Patient, cancel);
        return await observe.ObserveAsync(await Target.FindAsync(patient.ProcessId.ToString()), parsed, cancel);
    }
}
