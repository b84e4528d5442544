using System.CommandLine;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>An option that takes a list of verdicts, by commas or given several times.</summary>
internal static class VerdictsOption
{
    public static Option<Verdict[]> Create(string name, string description, IReadOnlyCollection<Verdict> allowed) => new(name)
    {
        Description = description,
        HelpName = "verdicts",
        Arity = ArgumentArity.OneOrMore,
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [],
        CustomParser = result =>
        {
            List<Verdict> verdicts = [];
            foreach (string label in result.Tokens.SelectMany(token => token.Value.Split(',', StringSplitOptions.RemoveEmptyEntries)))
            {
                if (Labels.Parse(label.Trim()) is { } verdict && allowed.Contains(verdict)) verdicts.Add(verdict);
                else result.AddError($"{name} takes {string.Join(", ", allowed.Select(Labels.Of))}, not '{label}'.");
            }
            // An empty list would pass whatever the verdict: a script that lost its variable must not stay green for
            // ever.
            if (verdicts.Count == 0 && !result.Errors.Any()) result.AddError($"{name} needs at least one verdict.");
            return [.. verdicts];
        },
    };
}
