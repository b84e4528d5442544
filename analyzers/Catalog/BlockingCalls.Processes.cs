namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private static BlockingCall[] Processes() =>
    [
        IO("System.Diagnostics.Process", "WaitForExit", "WaitForExitAsync"),
        IO("System.Diagnostics.Process", "WaitForInputIdle"),
        IO("System.ServiceProcess.ServiceController", "WaitForStatus"),

        IO("System.Console", "Read", null, Circumstance.Interactive),
        IO("System.Console", "ReadLine", null, Circumstance.Interactive),
        IO("System.Console", "ReadKey", null, Circumstance.Interactive),
    ];
}
