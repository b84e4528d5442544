using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// Which lines went and which came: the shortest edit script (Myers), quick where little was changed.
/// </summary>
internal sealed class LineDiff
{
    private readonly List<(char Sign, string Text, int Line)> _script = [];

    public LineDiff(SourceText before, SourceText after)
    {
        string[] old = Lines(before), now = Lines(after);
        int head = 0;
        while (head < old.Length && head < now.Length && old[head] == now[head]) head++;
        int tail = 0;
        while (tail < old.Length - head && tail < now.Length - head && old[^(tail + 1)] == now[^(tail + 1)]) tail++;
        // What stands around is kept, for the reader.
        head = Math.Max(0, head - 3);
        tail = Math.Max(0, tail - 3);
        Compare(old.AsSpan(head, old.Length - head - tail), now.AsSpan(head, now.Length - head - tail), head);
    }

    public IEnumerable<string> Removed => _script.Where(step => step.Sign == '-').Select(step => step.Text);

    public IEnumerable<string> Added => _script.Where(step => step.Sign == '+').Select(step => step.Text);

    /// <summary>For reading: what went and what came, with up to three lines that stay around them.</summary>
    public override string ToString()
    {
        System.Text.StringBuilder text = new();
        bool[] near = new bool[_script.Count];
        for (int i = 0; i < near.Length; i++)
        {
            if (_script[i].Sign == ' ') continue;
            for (int at = Math.Max(0, i - 3); at <= Math.Min(near.Length - 1, i + 3); at++) near[at] = true;
        }
        for (int i = 0; i < near.Length; i++)
        {
            if (near[i]) text.Append(i > 0 && !near[i - 1] || i == 0 ? $"@@ {_script[i].Line}\n" : "").Append(_script[i].Sign).Append(_script[i].Text.TrimEnd('\r', '\n')).Append('\n');
        }
        return text.ToString();
    }

    private static string[] Lines(SourceText text) => [.. text.Lines.Select(line => text.ToString(line.SpanIncludingLineBreak))];

    private void Compare(Span<string> old, Span<string> now, int first)
    {
        int most = old.Length + now.Length;
        Dictionary<int, int> reach = new() { [1] = 0 };
        List<Dictionary<int, int>> steps = [];
        for (int edits = 0; edits <= most; edits++)
        {
            steps.Add(new(reach));
            for (int diagonal = -edits; diagonal <= edits; diagonal += 2)
            {
                int x = Down(reach, diagonal, edits) ? reach[diagonal + 1] : reach[diagonal - 1] + 1;
                while (x < old.Length && x - diagonal < now.Length && old[x] == now[x - diagonal]) x++;
                reach[diagonal] = x;
                if (x < old.Length || x - diagonal < now.Length) continue;
                Walk(old, now, steps, first);
                return;
            }
        }
    }

    private static bool Down(Dictionary<int, int> reach, int diagonal, int edits) =>
        diagonal == -edits || diagonal != edits && reach[diagonal - 1] < reach[diagonal + 1];

    // Backwards along the way that was found.
    private void Walk(Span<string> old, Span<string> now, List<Dictionary<int, int>> steps, int first)
    {
        int x = old.Length, y = now.Length;
        for (int edits = steps.Count - 1; edits >= 0; edits--)
        {
            Dictionary<int, int> reach = steps[edits];
            int diagonal = x - y;
            bool down = Down(reach, diagonal, edits);
            int from = down ? diagonal + 1 : diagonal - 1;
            int startX = edits == 0 ? 0 : reach[from], startY = edits == 0 ? 0 : startX - from;
            while (x > startX && y > startY && (x > 0 && y > 0) && old[x - 1] == now[y - 1])
            {
                _script.Add((' ', old[--x], first + x + 1));
                y--;
            }
            if (edits == 0) break;
            if (down) _script.Add(('+', now[--y], first + x + 1));
            else _script.Add(('-', old[--x], first + x + 1));
        }
        _script.Reverse();
    }
}
