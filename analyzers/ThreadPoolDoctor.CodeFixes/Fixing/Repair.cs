using System;
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
    public static async Task<Solution?> ApplyAsync(Solution solution, IReadOnlyCollection<SitePlan> sites, CancellationToken cancellation)
    {
        List<SitePlan> accepted = [];
        Solution? result = null;
        Stack<List<SitePlan[]>> open = new([Islands(sites)]);
        while (open.Count > 0)
        {
            List<SitePlan[]> islands = open.Pop();
            if (islands.Count == 0) continue;
            SitePlan[] together = [.. accepted, .. islands.SelectMany(island => island)];
            Solution changed = await Changes.ApplyAsync(solution, together, cancellation).ConfigureAwait(false);
            if (await SafetyNet.CheckAsync(solution, changed, cancellation).ConfigureAwait(false) is { } safe)
            {
                accepted = [.. together];
                result = safe;
            }
            else if (islands.Count > 1)
            {
                // One of them breaks something: halve until it is found, and keep all the others.
                int half = islands.Count / 2;
                open.Push(islands.GetRange(half, islands.Count - half));
                open.Push(islands.GetRange(0, half));
            }
        }
        return result;
    }

    // Sites that make the same function async stand or fall together.
    private static List<SitePlan[]> Islands(IReadOnlyCollection<SitePlan> sites)
    {
        Dictionary<FunctionPlan, int> islandOf = [];
        List<List<SitePlan>?> islands = [];
        foreach (SitePlan site in sites)
        {
            int[] touched = [.. site.Functions.Where(islandOf.ContainsKey).Select(plan => islandOf[plan]).Distinct()];
            List<SitePlan> merged = [.. touched.SelectMany(index => islands[index]!), site];
            foreach (int index in touched) islands[index] = null;
            islands.Add(merged);
            // A function belongs to the island that holds its sites now.
            foreach (FunctionPlan plan in touched.Length == 0 ? site.Functions : merged.SelectMany(s => s.Functions)) islandOf[plan] = islands.Count - 1;
        }
        return [.. islands.OfType<List<SitePlan>>().Select(island => island.ToArray())];
    }
}
