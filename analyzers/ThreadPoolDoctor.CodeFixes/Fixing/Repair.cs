using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>Applies as many plans as keep the promise of <see cref="SafetyNet"/>, all in one change of the solution.</summary>
internal static class Repair
{
    /// <summary>The changed solution, or null when none of the plans keeps the promise.</summary>
    public static async Task<Solution?> ApplyAsync(Solution solution, IReadOnlyCollection<SitePlan> sites,
        CancellationToken cancellation)
    {
        List<SitePlan> accepted = [];
        Solution? result = null;
        Stack<List<SitePlan>> open = new([[.. sites]]);
        while (open.Count > 0)
        {
            List<SitePlan> next = open.Pop();
            // Every plan brings the functions it needs, so any choice of them makes sense on its own.
            SitePlan[] together = [.. accepted, .. next];
            Solution changed = await Changes.ApplyAsync(solution, together, cancellation).ConfigureAwait(false);
            if (await SafetyNet.CheckAsync(solution, changed, cancellation).ConfigureAwait(false) is { } safe)
            {
                accepted = [.. together];
                result = safe;
            }
            else if (next.Count > 1)
            {
                // One of them breaks something: halve until it is found, and keep all the others.
                int half = next.Count / 2;
                open.Push(next.GetRange(half, next.Count - half));
                open.Push(next.GetRange(0, half));
            }
        }
        return result;
    }
}
