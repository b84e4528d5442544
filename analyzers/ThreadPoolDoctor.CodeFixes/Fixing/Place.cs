using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>The underlined code of a report.</summary>
internal sealed record Place(Document Document, SyntaxNode Node)
{
    /// <summary>
    /// The places of these reports, each once: a file that is compiled for several frameworks is one file, however
    /// often it is reported.
    /// </summary>
    public static async Task<IReadOnlyList<Place>> OfAsync(Solution solution, IEnumerable<Diagnostic> reports,
        CancellationToken cancellation)
    {
        List<Place> places = [];
        HashSet<(string?, DocumentId?, TextSpan)> seen = [];
        foreach (Diagnostic report in reports)
        {
            if ((await Reports.PlacesAsync(solution, report, cancellation).ConfigureAwait(false))
                .FirstOrDefault() is not { Node: { } node, Document: { } document }) continue;
            DocumentId? without = document.FilePath is null ? document.Id : null;
            if (seen.Add((document.FilePath, without, node.Span))) places.Add(new(document, node));
        }
        return places;
    }
}
