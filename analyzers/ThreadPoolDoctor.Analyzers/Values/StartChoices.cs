using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>The ways to start work, as the conditions that they stand under leave them.</summary>
internal sealed class StartChoices : IStartChoices
{
    private readonly Examination _examination;

    public StartChoices(Examination examination) => _examination = examination;

    public bool AreClosed(SyntaxNode place, SyntaxNode call, IMethodSymbol called) =>
        Branches.AreClosed(_examination, new Callers(new CallSite(call, called), null, hasWhatItHands: true), place);

    public bool AreSwitchedOff(SyntaxNode place) =>
        !_examination.Options.ReportsDoubtful && Branches.AreSwitchedOff(_examination, place);
}
