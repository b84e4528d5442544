using System.Text;

namespace ThreadPoolDoctor.Diagnosis.Tests.Hostile;

/// <summary>Names as no compiler, but any program that wants to do harm may give them.</summary>
internal static class HostileText
{
    private static readonly string[] s_pieces =
    [
        "\u001b[31m", "\u001b]0;title\a", "\u009b2J", "\r\n", "\n", "\t", "\0", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\U000E0041",
        "\ud83d", "\udc00", "👍", "كمية", "数量", "<script>alert(1)</script>", "<img src=x onerror=y>", "]]>", "<!--", "&lt;", "\"", "'", "`", "|",
        "[link](http://evil)", "**", "# ", "\\", "/", "..", "%s", "{0}", "$(rm)", "; rm -rf", "-o", "<>c__DisplayClass", "<Run>b__0_0", "`1", "`99999999999",
        "[", "]", "[[", "]]", "(", ")", "<", ">", "<<", ">>", "!!0", "&", "*", ",", ".", "..ctor", "+", "MoveNext", "d__3", "lambda_method", "Shop", "Orders", "Load",
        "System.Threading.Tasks.Task", "void  (int32)", "class A`1<!!0>", "fnptr", " ",
    ];

    public static string Next(Random random)
    {
        if (random.Next(60) == 0) return new string((char)random.Next(32, 0x3000), random.Next(60_000, 65_000));
        StringBuilder text = new();
        for (int i = random.Next(6); i >= 0; i--)
        {
            text.Append(random.Next(3) == 0 ? "Name" + random.Next(20) : s_pieces[random.Next(s_pieces.Length)]);
            if (random.Next(200) == 0) text.Append(new StringBuilder().Insert(0, s_pieces[random.Next(s_pieces.Length)], random.Next(1, 4_000)));
        }
        return text.ToString();
    }
}
