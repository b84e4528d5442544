using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>What has to happen to the call that takes a delegate when the delegate becomes async.</summary>
internal sealed class WorkItemChange
{
    public static WorkItemChange Nothing { get; } = new();

    /// <summary>Why it cannot become async, as the end of a sentence, or null.</summary>
    public string? Stop { get; private init; }

    public Edit? Edit { get; private init; }

    /// <summary>The call itself is awaited afterwards, so the function around it must be async as well.</summary>
    public bool AwaitsCall { get; private init; }

    public static WorkItemChange Refused(string reason) => new() { Stop = reason };

    public static WorkItemChange By(Edit edit) => new() { Edit = edit };

    public static WorkItemChange Awaited(Edit edit) => new() { Edit = edit, AwaitsCall = true };
}
