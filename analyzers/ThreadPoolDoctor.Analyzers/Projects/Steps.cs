using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>The steps of a way in words.</summary>
internal static class Steps
{
    /// <summary>A step as messages show it; of another project's method the way there, too.</summary>
    public static string Show(CallSite step, INamedTypeSymbol? here)
    {
        if (step.Row == CallGraph.EndlessLoop) return "an endless loop";
        string shown = MemberNames.Shown(step.Target, step.Row is null ? here : null);
        return step.Row is ForeignCall foreign ? shown + " -> " + foreign.Way : shown;
    }
}
