using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Diagnosis.Tests;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Browser;

/// <summary>Reports to be looked at.</summary>
internal static class Reports
{
    /// <summary>
    /// A name that would run a script, leave a tag, turn the text, in whatever place it came to stand unescaped.
    /// </summary>
    public const string Hostile = "x\"onmouseover=\"hit=1\"><script>hit=1</script><img src=x onerror=\"hit=1\">'`</title></style></script>\u202eevil كمية";

    public static string Starving { get; } = Of(new Case()
        .Workers(6, Sleeping, 3600)
        .Workers(2, On(Bcl("System.Threading.Monitor", "Enter"), User("Enter", 9)))
        .Queue(20, 0, 40, 80, 120)
        .Record());

    public static string HostileNames { get; } = Of(Named(new Case()
        .Workers(4, On(Bcl("System.Threading.Thread", "Sleep"), new(Hostile, Hostile, Hostile) { File = Hostile, Line = 1 }))
        .Queue(1, 9, 9, 9)
        .Record()));

    private static Recording Named(Recording recording) =>
        recording with { Process = recording.Process with { Name = Hostile, Runtime = Hostile }, Unseen = [Hostile] };

    private static string Of(Recording recording) => HtmlReport.Write(Doctor.Diagnose(recording), recording);
}
