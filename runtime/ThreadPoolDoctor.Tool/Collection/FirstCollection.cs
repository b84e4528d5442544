using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The first collection of a session of meters, which must have begun before the session is ended. In a program that
/// has used no Task yet the runtime creates an event source then, on the thread that collects, and for that it needs
/// the lock that it holds while it ends a session and waits for that thread: a session that is ended at this moment
/// locks the program up.
/// </summary>
internal sealed class FirstCollection
{
    public const string Provider = "System.Diagnostics.Metrics";

    // No session asks for longer intervals than a second: what is later is not to come, for the meters are switched
    // off, or others have them.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public FirstCollection(IReadOnlyList<EventPipeProvider> providers)
    {
        bool collects = providers.Any(provider => provider.Name == Provider);
        Over = collects ? Task.WhenAny(_begun.Task, Task.Delay(s_patience)) : Task.CompletedTask;
    }

    /// <summary>
    /// Completes when the collection has begun, when it is not to come, and at once where nothing is collected.
    /// </summary>
    public Task Over { get; }

    public void Listen(EventPipeEventSource source) => source.Dynamic.All += traceEvent =>
    {
        // The event is written after the source was created.
        if (traceEvent.ProviderName == Provider && IsSign(traceEvent.EventName)) _begun.TrySetResult();
    };

    private static bool IsSign(string name) => name.StartsWith("Collection", StringComparison.Ordinal) || name.EndsWith("Error", StringComparison.Ordinal);
}
