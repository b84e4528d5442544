using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>Has the work items around some places run elsewhere, each wherever it is queued or not at all.</summary>
internal static class OtherThread
{
    public static async Task<Solution?> ChangeAsync(Solution solution, IReadOnlyList<Place> places,
        Func<WorkItem, Edit?> change, CancellationToken cancellation)
    {
        List<IEnumerable<Edit>> moves = [];
        foreach (Place place in places)
        {
            var items = await WorkItemAround.FindAsync(place.Document, place.Node, cancellation).ConfigureAwait(false);
            Edit?[] edits = [.. items.Select(found => change(found.Item))];
            if (edits.All(edit => edit is not null)) moves.Add(edits.OfType<Edit>());
        }
        return await Plain.ApplyAsync(solution, moves, cancellation).ConfigureAwait(false);
    }
}
