using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary><c>t.ContinueWith(f)</c> becomes <c>t.ContinueWith(async f).Unwrap()</c>; its options are kept.</summary>
internal static class ContinueWithUnwrap
{
    private const int AttachedToParent = 4;

    public static WorkItemChange Change(WorkItem item)
    {
        if (item.Call is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name: IdentifierNameSyntax } } call)
        {
            return WorkItemChange.Refused("its type arguments are written out, or it stands behind ?.");
        }
        if (item.Argument("continuationOptions") is { } options
            && (item.Model.GetConstantValue(options.Expression) is not { HasValue: true, Value: int value }
                || (value & AttachedToParent) != 0))
        {
            return WorkItemChange.Refused("it is attached to its parent task");
        }
        return StartNewToTaskRun.Unwrapped(item, call);
    }
}
