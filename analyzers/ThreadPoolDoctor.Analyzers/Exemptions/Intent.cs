using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// [IntentionallyBlocking("reason")], whatever namespace the attribute lives in: somebody knows and means it.
/// </summary>
internal static class Intent
{
    /// <summary>Of a call into a helper, whether the helper says so; else whether the body does.</summary>
    public static bool IsSaid(Candidate c) => IntentMarks.IsOn(c.IsWhole
        ? c.Examination.MethodOf(c.Body) ?? c.Examination.MemberAround(c.Body)
        : c.Examination.Calls.MethodOf(c.Site));
}
