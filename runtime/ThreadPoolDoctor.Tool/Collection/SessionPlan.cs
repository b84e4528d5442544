using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>What a session asks the runtime for.</summary>
/// <param name="Name">For the reader's thread.</param>
/// <param name="Providers">At least one.</param>
/// <param name="Stacks">Whether each event shall carry its stack.</param>
/// <param name="RundownKeyword">What the runtime tells at the end; 0 for nothing.</param>
/// <param name="BufferMegabytes">What the runtime may hold back, in its own memory.</param>
internal sealed record SessionPlan(
    string Name,
    IReadOnlyList<EventPipeProvider> Providers,
    bool Stacks = false,
    long RundownKeyword = 0,
    int BufferMegabytes = LiveSession.SmallBuffer);
