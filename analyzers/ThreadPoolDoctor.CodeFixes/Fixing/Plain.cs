using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// Applies cures that are a few edits each and make nothing else async, as far as they keep the promise.
/// </summary>
internal static class Plain
{
    public static Task<Solution?> ApplyAsync(Solution solution, IEnumerable<IEnumerable<Edit>> cures,
        CancellationToken cancellation)
    {
        List<SitePlan> plans = [];
        foreach (IEnumerable<Edit> edits in cures)
        {
            SitePlan plan = new("", null);
            plan.Edits.AddRange(edits);
            if (plan.Edits.Count > 0) plans.Add(plan);
        }
        return plans.Count == 0 ? Task.FromResult<Solution?>(null) : Repair.ApplyAsync(solution, plans, cancellation);
    }
}
