using System.Text;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Reports.Html.HtmlText;

namespace ThreadPoolDoctor.Diagnosis.Reports.Html;

/// <summary>The time that workers spent blocked, by stack, from the base above to the call that blocks below.</summary>
internal static class FlameGraph
{
    // In rem, as the style has it.
    private const double RowHeight = 1.3;

    // Narrower frames cannot be seen, and a hostile program can make up any number.
    private const double LeastShare = 0.001;
    private const int MostFrames = 2_000;

    public static void Append(StringBuilder html, Recording recording)
    {
        FlameNode root = FlameNode.Of(BlockedTime.Of(recording));
        html.Append("<section><h2>Blocked time</h2>\n");
        if (root.Seconds <= 0) html.Append("<p class=\"quiet\">No worker was seen to block.</p>\n");
        else AppendGraph(html, root);
        html.Append("</section>\n");
    }

    private static void AppendGraph(StringBuilder html, FlameNode root)
    {
        List<(FlameNode Node, double X, int Parent)> placed = Place(root);
        html.Append("<p class=\"key\"><span class=\"own\"></span> your code <span class=\"package\"></span> packages <span></span> .NET</p>\n")
            .Append("<p class=\"quiet keys\">Arrow keys walk, Enter widens a frame, Escape shows all again.</p>\n")
            .Append("<div class=\"flame\" role=\"group\" aria-label=\"Flame graph of blocked time\"")
            .Append($" style=\"height:{Number((placed.Max(one => one.Node.Depth) + 1) * RowHeight)}rem\">\n");
        foreach ((FlameNode node, double x, int parent) in placed)
        {
            double width = node.Seconds / root.Seconds;
            html.Append($"<button type=\"button\" class=\"{ClassOf(node.Frame)}\" tabindex=\"{(parent < 0 ? 0 : -1)}\"")
                .Append($" style=\"left:{Number(x * 100)}%;width:{Number(width * 100)}%;")
                .Append($"top:{Number(node.Depth * RowHeight)}rem\"")
                .Append($" data-x=\"{Number(x * 100)}\" data-w=\"{Number(width * 100)}\"")
                .Append($" data-depth=\"{node.Depth}\" data-parent=\"{parent}\"")
                .Append($" title=\"{Label(Told(node, width), 600)}\">{Label(NameOf(node))}</button>\n");
        }
        html.Append("</div>\n<p id=\"frame\" aria-live=\"polite\"></p>\n");
    }

    /// <summary>
    /// Each frame with its left edge, 0 to 1, and the index of its caller; callers before what they call.
    /// </summary>
    private static List<(FlameNode Node, double X, int Parent)> Place(FlameNode root)
    {
        List<(FlameNode Node, double X, int Parent)> placed = [(root, 0, -1)];
        for (int i = 0; i < placed.Count; i++)
        {
            (FlameNode node, double x, _) = placed[i];
            foreach (FlameNode callee in node.Callees)
            {
                if (callee.Seconds < LeastShare * root.Seconds || placed.Count >= MostFrames) break;
                placed.Add((callee, x, i));
                x += callee.Seconds / root.Seconds;
            }
        }
        return placed;
    }

    private static string ClassOf(Frame? frame) => frame switch
    {
        null or { IsFramework: true } => "dotnet",
        { IsPackage: true } => "package",
        _ => "own",
    };

    private static string NameOf(FlameNode node) => node.Frame?.DisplayName ?? "all blocked workers";

    private static string Told(FlameNode node, double share)
    {
        string place = node.Frame is { File: { } file } frame ? $" in {(frame.Approximate ? "~" : "")}{file}:{frame.Line}" : "";
        return $"{Words.Number(share * 100)} %, {Words.Number(node.Seconds)} s of threads: {NameOf(node)}{place}";
    }
}
