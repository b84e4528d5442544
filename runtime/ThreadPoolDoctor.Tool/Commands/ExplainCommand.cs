using System.CommandLine;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// <c>explain TPD001</c>: the ailment's page in the terminal; without an id, all ids and their titles.
/// </summary>
internal static class ExplainCommand
{
    public static Command Create()
    {
        Argument<string?> id = new("id")
        {
            Description = "The ailment, as in TPD101. Leave it out to list them all.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        id.Validators.Add(result =>
        {
            string? asked = result.Tokens.Count == 0 ? null : result.Tokens[0].Value;
            if (asked is not null && Find(asked) is null)
            {
                result.AddError($"There is no ailment '{asked}'. Run 'explain' without an id to list them all.");
            }
        });
        Command command = new("explain", "Tells what an ailment is and how to cure it.") { id };
        command.SetAction(parsed =>
        {
            TextWriter output = parsed.InvocationConfiguration.Output;
            if (Find(parsed.GetValue(id)) is { } ailment) output.WriteLine(PageOf(ailment));
            else List(output);
            return ExitCodes.Done;
        });
        return command;
    }

    private static Ailment? Find(string? id) =>
        Ailments.All.FirstOrDefault(ailment => string.Equals(ailment.Id, id, StringComparison.OrdinalIgnoreCase));

    private static void List(TextWriter output)
    {
        foreach (AilmentKind kind in (AilmentKind[])[AilmentKind.Cause, AilmentKind.Symptom])
        {
            output.WriteLine(kind == AilmentKind.Cause ? "Causes, in code and on live stacks:" : "Symptoms, in a live process:");
            foreach (Ailment ailment in Ailments.All.Where(ailment => ailment.Kind == kind))
            {
                output.WriteLine($"  {ailment.Id}  {ailment.Title}");
            }
        }
    }

    /// <summary>The page that came with the tool; what the catalogue says where there is none.</summary>
    private static string PageOf(Ailment ailment)
    {
        using Stream? page = typeof(ExplainCommand).Assembly.GetManifestResourceStream(ailment.Id + ".md");
        if (page is not null)
        {
            using StreamReader reader = new(page);
            return reader.ReadToEnd().TrimEnd();
        }
        return $"{ailment.Id}: {ailment.Title}\n\n{ailment.Cure}\n\n{ailment.HelpLink}";
    }
}
