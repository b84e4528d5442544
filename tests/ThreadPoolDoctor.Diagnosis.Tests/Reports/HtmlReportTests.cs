using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Diagnosis.Reports.Html;
using ThreadPoolDoctor.Tests;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Reports;

public class HtmlReportTests
{
    private const string Hostile = "\"><script>alert(1)</script><img src=x onerror='alert(1)'>\u202eevil</title></style>";

    private static Recording Starving() => new Case().Workers(6, Sleeping, 3600).Workers(2, On(Bcl("System.Threading.Monitor", "Enter"), User("Enter", 9))).Queue(20, 0, 40, 80, 120).Record();

    private static string Of(Recording recording) => HtmlReport.Write(Doctor.Diagnose(recording), recording);

    [Fact]
    public Task The_report_of_a_starving_pool() =>
        Verifier.Verify(Of(Starving()).Replace(HtmlParts.Style, "(style)").Replace(HtmlParts.Script, "(script)").Replace(HtmlParts.Policy, "(policy)"));

    [Fact]
    public void A_pool_in_which_nothing_blocks_has_a_time_line_and_no_flame_graph()
    {
        string html = Of(new Case().Workers(2, Idle).Queue(1200, 0, 0, 0).Record());
        html.ShouldContain("No worker was seen to block.");
        html.ShouldContain("aria-label=\"completed per second, 1,200 to 1,200\"");
    }

    [Fact]
    public void Without_readings_it_says_so() =>
        Of(new Case().Workers(2, Idle).Record()).ShouldContain("There were fewer than two readings.");

    [Fact]
    public void It_asks_for_nothing_from_anywhere()
    {
        string html = Of(Starving());
        html.ShouldContain("default-src 'none'");
        foreach (string request in (string[])["src=", "url(", "@import", "<link", "fetch(", "XMLHttp", "innerHTML"]) html.ShouldNotContain(request);
    }

    [Fact]
    public void No_name_becomes_mark_up_wherever_it_is_shown()
    {
        Recording recording = new Case().Workers(4, On(Bcl("System.Threading.Thread", "Sleep"), new(Hostile, Hostile, Hostile) { File = Hostile, Line = 1 })).Queue(1, 9, 9, 9).Record();
        recording = recording with { Process = recording.Process with { Name = Hostile, Runtime = Hostile }, Unseen = [Hostile] };
        string html = Of(recording).Replace(HtmlParts.Script, "").Replace(HtmlParts.Style, "");
        html.ShouldContain("&quot;&gt;&lt;script&gt;");
        foreach (string harm in (string[])["<script>a", "<img", "onerror='", "\u202e", "</title></style>"]) html.ShouldNotContain(harm);
    }

    [Fact]
    public void Style_and_script_hold_no_tag_that_would_end_them()
    {
        HtmlParts.Script.ShouldNotContain("<");
        HtmlParts.Style.ShouldNotContain("<");
    }
}
