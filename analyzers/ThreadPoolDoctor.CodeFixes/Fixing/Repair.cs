using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// Applies as many plans as keep the promise of <see cref="SafetyNet"/>, all in one change of the solution.
/// </summary>
internal static class Repair
{
    /// <summary>The changed solution, or null when none of the plans keeps the promise.</summary>
    public static Task<Solution?> ApplyAsync(Solution solution, IReadOnlyCollection<SitePlan> sites,
        CancellationToken cancellation) => ApplyAsync(solution, sites, async together =>
            await Changes.ApplyAsync(solution, together, cancellation).ConfigureAwait(false), cancellation, WithTheirOwn);

    /// <summary>
    /// The same of any changes, each choice of which makes sense on its own, or what <paramref name="sensible"/> keeps
    /// of it; their maker refuses by null.
    /// </summary>
    public static async Task<Solution?> ApplyAsync<T>(Solution solution, IReadOnlyCollection<T> changes,
        Func<IReadOnlyCollection<T>, Task<Solution?>> make, CancellationToken cancellation,
        Func<IEnumerable<T>, IEnumerable<T>>? sensible = null)
    {
        sensible ??= choice => choice;
        List<T> accepted = [];
        Solution? result = null;
        Stack<List<T>> open = new([[.. changes]]);
        while (open.Count > 0)
        {
            List<T> next = open.Pop();
            T[] together = [.. sensible([.. accepted, .. next])];
            // Of what is left nothing is new when all that it goes along with was refused.
            if (together.Length <= accepted.Count) continue;
            if (await make(together).ConfigureAwait(false) is { } changed
                && await SafetyNet.CheckAsync(solution, changed, cancellation).ConfigureAwait(false) is { } safe)
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

    // What is cured along stands behind what it goes along with, which was therefore decided before.
    private static IEnumerable<SitePlan> WithTheirOwn(IEnumerable<SitePlan> choice)
    {
        HashSet<SitePlan> chosen = [];
        return choice.Where(plan => (plan.Along is null || chosen.Contains(plan.Along)) && chosen.Add(plan)).ToArray();
    }
}
