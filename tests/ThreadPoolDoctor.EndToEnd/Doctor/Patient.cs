using System.Diagnostics;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>A patient that runs and is ready. Disposing ends it.</summary>
internal sealed class Patient : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_timeToEnd = TimeSpan.FromSeconds(5);
    private bool _stopped;

    private Patient(Process process) => Process = process;

    public Process Process { get; }

    public string Id => Process.Id.ToString();

    public static Patient Start(string name, params string[] options) => Start(name, _ => { }, options);

    /// <summary>Starts it, with changes to its environment say, and waits until it says that it is ready.</summary>
    public static Patient Start(string name, Action<ProcessStartInfo> change, params string[] options)
    {
        ProcessStartInfo start = Run.Start(House.Dotnet, ["exec", House.Patients, name, .. options]);
        change(start);
        Patient patient = new(Process.Start(start)!);
        Task<string?> first = patient.Process.StandardOutput.ReadLineAsync();
        if (!first.Wait(s_limit) || first.Result != $"ready {name} {patient.Id}")
        {
            bool silent = !first.IsCompleted;
            patient.Dispose();
            throw new TimeoutException(silent
                ? $"The patient {name} was not ready within {s_limit}."
                : $"The patient {name} said '{first.Result}' instead of being ready.");
        }
        return patient;
    }

    public void Stop() => Signal("-STOP", stopped: true);

    public void Continue() => Signal("-CONT", stopped: false);

    private void Signal(string signal, bool stopped)
    {
        _stopped = stopped;
        using Process kill = Process.Start("kill", [signal, Id]);
        kill.WaitForExit();
    }

    /// <summary>Waits until somebody observes it.</summary>
    public void UntilObserved() => UntilObserved(Process.Id);

    /// <summary>
    /// The runtime streams events to somebody: on a second thread of this name; the first one listens for requests.
    /// </summary>
    public static void UntilObserved(int processId)
    {
        string tasks = $"/proc/{processId}/task";
        SpinWait.SpinUntil(
            () => Directory.GetDirectories(tasks).Count(task => Named(task).StartsWith(".NET EventPipe", StringComparison.Ordinal)) > 1,
            TimeSpan.FromSeconds(60)).ShouldBeTrue("The tool never began to observe.");
    }

    private static string Named(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm"));
        }
        catch (IOException)
        {
            return "";
        }
    }

    public void Dispose()
    {
        // It ends by itself with its input, and tidies up; a stopped one cannot.
        Process.StandardInput.Close();
        if (_stopped || !Process.WaitForExit(s_timeToEnd))
        {
            Process.Kill();
            Process.WaitForExit();
        }
        Process.Dispose();
    }
}
