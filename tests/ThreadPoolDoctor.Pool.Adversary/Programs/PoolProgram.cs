using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// A program as data: a few lines of text that a person reads and that <see cref="Parse"/> takes back, so that a
/// shrunk program can be replayed as well as a seed.
/// </summary>
internal sealed record PoolProgram(IReadOnlyList<Step> Steps)
{
    /// <summary>Every step, each before those of its body.</summary>
    internal IEnumerable<Step> All => Steps.SelectMany(Flatten);

    /// <summary>The number of the first step of this kind, or the other value if there is none.</summary>
    internal int Setting(StepKind kind, int otherwise) =>
        Steps.FirstOrDefault(s => s.Kind == kind) is { } step ? step.Numbers[0] : otherwise;

    /// <summary>The longest time in milliseconds that one of its steps names.</summary>
    internal int LongestTime =>
        All.SelectMany(static s => s.Numbers.Where((_, i) => s.Row.Units[i] == "ms")).DefaultIfEmpty().Max();

    internal bool Has(StepKind kind) => All.Any(s => s.Kind == kind);

    /// <summary>Whether it sets how many workers a pool has.</summary>
    internal bool SetsLimits => Has(StepKind.Minimum) || Has(StepKind.Maximum) || Has(StepKind.Crowd);

    public override string ToString()
    {
        var text = new StringBuilder();
        foreach (Step step in Steps)
        {
            Write(step, "", text);
        }
        return text.ToString();
    }

    /// <exception cref="FormatException">The text is no program; the message says where.</exception>
    internal static PoolProgram Parse(string text)
    {
        var words = new Queue<string>(
            text.Replace("{", " { ").Replace("}", " } ").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        List<Step> steps = ParseSteps(words, Place.Outside | Place.Setting);
        return words.Count == 0 ? new PoolProgram(steps) : throw new FormatException($"'{words.Peek()}' is no step.");
    }

    private static IEnumerable<Step> Flatten(Step step) => step.Body.SelectMany(Flatten).Prepend(step);

    private static void Write(Step step, string indent, StringBuilder text)
    {
        text.Append(indent).Append(step.Row.Word);
        for (int i = 0; i < step.Numbers.Count; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $" {step.Numbers[i]}{step.Row.Units[i]}");
        }
        if (step.Form != Form.Global)
        {
            text.Append(' ').Append(step.Form.ToString().ToLowerInvariant());
        }
        if (step.Body.Count > 0)
        {
            text.Append(" {\n");
            foreach (Step inner in step.Body)
            {
                Write(inner, indent + "  ", text);
            }
            text.Append(indent).Append('}');
        }
        text.Append('\n');
    }

    private static List<Step> ParseSteps(Queue<string> words, Place place)
    {
        var steps = new List<Step>();
        while (words.TryPeek(out string? word) && StepTable.Find(word) is { } row)
        {
            words.Dequeue();
            if ((row.Place & place) == 0)
            {
                throw new FormatException($"'{word}' may not stand there.");
            }
            steps.Add(ParseStep(row, words));
        }
        return steps;
    }

    private static Step ParseStep(StepRow row, Queue<string> words)
    {
        int[] numbers = [.. row.Units.Select((unit, i) => ParseNumber(words, row, unit, row.Least[i]))];
        Form form = words.TryPeek(out string? word) && Enum.TryParse(word, ignoreCase: true, out Form named)
            ? named
            : Form.Global;
        if (form != Form.Global)
        {
            words.Dequeue();
        }
        if (!row.Body || !words.TryPeek(out word) || word != "{")
        {
            return new Step(row.Kind, numbers, form, []);
        }
        words.Dequeue();
        List<Step> body = ParseSteps(words, row.Inside);
        if (!words.TryDequeue(out word) || word != "}")
        {
            throw new FormatException($"'}}' is missing after the steps of '{row.Word}', before '{word}'.");
        }
        return new Step(row.Kind, numbers, form, body);
    }

    private static int ParseNumber(Queue<string> words, StepRow row, string unit, int least)
    {
        if (!words.TryDequeue(out string? word)
            || !word.EndsWith(unit, StringComparison.Ordinal)
            || !int.TryParse(word.AsSpan(0, word.Length - unit.Length), CultureInfo.InvariantCulture, out int number)
            || number < least)
        {
            string kind = unit == "" ? "number" : $"number in {unit}";
            throw new FormatException($"After '{row.Word}' a {kind} from {least} on is needed, not '{word}'.");
        }
        return number;
    }
}
