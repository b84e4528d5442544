using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Which of a helper's ways to start its work are taken: answered by who knows what conditions come to.</summary>
internal interface IStartChoices
{
    /// <summary>Whether what a call hands over keeps the helper from a place: <c>Begin(work, onPool: false)</c></summary>
    bool AreClosed(SyntaxNode place, SyntaxNode call, IMethodSymbol called);

    /// <summary>Whether a place is only come to when somebody changes a setting of the whole program.</summary>
    bool AreSwitchedOff(SyntaxNode place);
}
