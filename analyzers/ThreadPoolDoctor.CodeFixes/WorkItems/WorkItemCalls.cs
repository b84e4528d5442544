using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>Writes into a function's plan what the call that takes it as a delegate has to become.</summary>
internal static class WorkItemCalls
{
    public static void Apply(FunctionPlan plan, WorkItem item, Declaration at)
    {
        WorkItemChange change = WorkItemTable.Change(item);
        if (change.Stop is not null)
        {
            plan.StopBecause(change.Stop);
            return;
        }
        if (change.Edit is { } edit)
        {
            plan.Edits.Add(edit);
            if (TypeNames.Task(at.Model, item.Call.SpanStart).Using is { } name) plan.Usings.Add((at.Document.Id,
                name));
        }
        if (!change.AwaitsCall) return;
        if (Functions.Around(item.Call) is not { } around)
        {
            plan.StopBecause("the loop is not in a function");
            return;
        }
        plan.Add(null, new Declaration(at.Document, around, at.Model),
            AwaitPlace.Stop(item.Call, around, at.Model, loosesAggregate: true));
    }
}
