using ThreadPoolDoctor.Governor;
using ThreadPoolDoctor.Governor.Control;
using ThreadPoolDoctor.Governor.Telemetry;

/// <summary>
/// What the runtime calls when this assembly is named in DOTNET_STARTUP_HOOKS, or when `tpdoctor relieve` has it loaded
/// into a running process. The name and the missing namespace are the runtime's contract.
/// </summary>
internal static class StartupHook
{
    /// <summary>
    /// At a program's start the governor stays for good. In a running process it does nothing by itself: the tool's
    /// session has opened before, and its command, which says for how long, arrives as the event source is made.
    /// </summary>
    public static void Initialize()
    {
        _ = GovernorEventSource.Log;
        if (!ToolCommands.HaveCome && IsProgramStart() && IsNamedAtStart()) ThreadPoolGovernor.Start();
    }

    // Hooks run on the main thread before the program does; one that is applied later runs on the runtime's own thread,
    // and is found among the named ones as well.
    private static bool IsProgramStart() => Environment.CurrentManagedThreadId == 1;

    private static bool IsNamedAtStart() =>
        Names(Environment.GetEnvironmentVariable("DOTNET_STARTUP_HOOKS")) || Names(AppContext.GetData("STARTUP_HOOKS") as string);

    private static bool Names(string? hooks) =>
        hooks?.Contains(typeof(StartupHook).Assembly.GetName().Name!, StringComparison.OrdinalIgnoreCase) == true;
}
