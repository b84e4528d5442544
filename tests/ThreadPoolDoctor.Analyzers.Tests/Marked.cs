using System.Collections.Immutable;
using System.Text;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>A source text whose <c>[|marks|]</c> say where diagnostics are expected; marks may nest.</summary>
internal sealed record Marked(string Source, ImmutableArray<TextSpan> Spans)
{
    public static Marked Parse(string text)
    {
        StringBuilder source = new(text.Length);
        Stack<int> open = [];
        List<TextSpan> spans = [];
        for (int i = 0; i < text.Length; i++)
        {
            if (At(text, i, "[|"))
            {
                open.Push(source.Length);
                i++;
            }
            else if (At(text, i, "|]"))
            {
                spans.Add(TextSpan.FromBounds(open.Pop(), source.Length));
                i++;
            }
            else
            {
                source.Append(text[i]);
            }
        }
        return new Marked(source.ToString(), [.. spans.OrderBy(span => span.Start).ThenBy(span => span.End)]);
    }

    private static bool At(string text, int index, string mark) => string.CompareOrdinal(text, index, mark, 0, 2) == 0;
}
