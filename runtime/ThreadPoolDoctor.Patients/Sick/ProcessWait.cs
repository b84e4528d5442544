using System.Diagnostics;

namespace ThreadPoolDoctor.Patients;

/// <summary>Work items that start a program and wait for its end.</summary>
internal static class ProcessWait
{
    public static void Run(Session session)
    {
        session.Every(40, () => Task.Run(Convert));
        session.ReadyWhenStarving();
    }

    private static int Convert()
    {
        using Process program = Process.Start("sleep", "0.5");
        program.WaitForExit(); // blamed TPD003
        return program.ExitCode;
    }
}
