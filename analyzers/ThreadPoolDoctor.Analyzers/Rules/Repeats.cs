using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What only waits when it is first asked: a getter that waits, the form of a request. A body that asks again, itself
/// or in what it calls, is told once, for the cure of the first question cures them all.
/// </summary>
internal sealed class Repeats
{
    private readonly Examination _examination;
    private readonly HashSet<string> _getters = [];
    private readonly List<Finding> _readOnce = [];

    public Repeats(Examination examination) => _examination = examination;

    /// <summary>
    /// Whether an earlier finding of the same body waits for the same getter; they are handed over in the order of the
    /// code.
    /// </summary>
    public bool HasGetter(Finding finding) => Getters.FirstOn(finding.Path, _examination) is { } getter && !_getters.Add(getter);

    /// <summary>
    /// Whether what a finding reads has been read by an earlier one of the same body, on every way there.
    /// </summary>
    public bool HasRead(Finding finding)
    {
        if ((finding.Row.When & Circumstance.ReadOnce) == 0) return false;
        if (_readOnce.Any(before => HasRead(before, finding))) return true;
        _readOnce.Add(finding);
        return false;
    }

    private bool HasRead(Finding before, Finding finding)
    {
        int shorter = Math.Min(before.Path.Length, finding.Path.Length);
        // Where the two ways part.
        int step = Enumerable.Range(0, shorter).TakeWhile(at => before.Path[at].Node == finding.Path[at].Node).Count();
        if (step == shorter || !Foregone.IsBefore(finding.Path[step].Node, before.Path[step].Node, out bool? cameTo)) return false;
        // Another project does not say whose form it reads.
        if (before.Row is ForeignCall || finding.Row is ForeignCall) return TextOf(before.Path[step]) == TextOf(finding.Path[step]);
        // Whatever the rest of a way depends on, it is the same way once more.
        bool isAlike = before.Path.Skip(step + 1).Select(each => each.Node).SequenceEqual(finding.Path.Skip(step + 1).Select(each => each.Node));
        return (isAlike || Reads(before, step, cameTo)) && AskedObjects.AreSame(_examination, before.Path, finding.Path, step);
    }

    // Whether a step that came to an answer, where it is known, has gone the whole way.
    private bool Reads(Finding way, int step, bool? cameTo) => step == way.Path.Length - 1
        || _examination.Calls.MethodOf(way.Path[step]) is not null
        && Foregone.AtReturn(way.Path[step + 1].Node, cameTo) is { } answers && answers.All(answer => Reads(way, step + 1, answer));

    // Which part of the form a helper is asked for is of no matter.
    private static string TextOf(CallSite step) => (step.Node is InvocationExpressionSyntax call ? call.Expression : step.Node).ToString();
}
