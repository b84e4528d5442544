using System.CommandLine;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>The options that every command shares which reports a verdict.</summary>
internal sealed class ReportOptions
{
    private readonly Option<string?> _format = new("--format", "-f")
    {
        Description = "How to print the verdict; text, where the name of the file does not tell.",
    };

    private readonly Option<FileInfo[]> _output = new("--output", "-o")
    {
        Description = "Write the report to this file instead of the terminal, in the format that its name tells"
            + " (.json, .md, .html, .sarif, .speedscope.json, .folded). May be given several times.",
        HelpName = "file",
        Arity = ArgumentArity.OneOrMore,
        DefaultValueFactory = _ => [],
    };

    private readonly Option<SourceRoots?> _sourceRoot = new("--source-root")
    {
        Description = "Where sources are here, as in /_/=src: what the compiler recorded, and what it is. May be given several times.",
        HelpName = "recorded=here",
        Arity = ArgumentArity.OneOrMore,
        CustomParser = result =>
        {
            SourceRoots? roots = SourceRoots.Parse(result.Tokens.Select(token => token.Value));
            if (roots is null) result.AddError("--source-root takes what the compiler recorded, =, and what it is here, as in /_/=src.");
            return roots;
        },
    };

    private readonly Option<Verdict[]> _failOn = VerdictsOption.Create(
        "--fail-on",
        "Verdicts that make the tool exit with a code of its own: starving (10), compensated (11), inconclusive (12), at-risk (13). Separate several by commas.",
        ExitCodes.Failures);

    public ReportOptions() => _format.AcceptOnlyFromAmong([.. ReportFormats.Names]);

    public void AddTo(Command command)
    {
        command.Options.Add(_format);
        command.Options.Add(_output);
        command.Options.Add(_failOn);
        command.Options.Add(_sourceRoot);
    }

    /// <summary>Prints the verdict on a recording where the options say, and returns the exit code.</summary>
    public int Report(Recording recording, ParseResult parsed)
    {
        PoolDiagnosis diagnosis = Doctor.Diagnose(recording);
        if (parsed.GetValue(_sourceRoot) is { } roots) diagnosis = roots.Map(diagnosis);
        ReportFormat? format = parsed.GetValue(_format) is { } name ? ReportFormats.Get(name) : null;
        ReportPrinter.Print(new(diagnosis, recording), ReportOutput.Of(format, parsed.GetValue(_output) ?? []));
        return ExitCodes.For(diagnosis.Verdict, parsed.GetValue(_failOn) ?? []);
    }
}
