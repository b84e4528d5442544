using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Stacks;
using ThreadPoolDoctor.Monitoring.Inside;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Monitoring.Blocks;

/// <summary>What the sampler saw, when it has ended.</summary>
/// <param name="Stays">Thread by thread, each in the order of time.</param>
/// <param name="Frames">The frames of a stack by its number, leaf first.</param>
internal sealed record Samples(IReadOnlyList<IGrouping<int, Stay>> Stays, Func<int, IReadOnlyList<Frame>> Frames);

/// <summary>
/// A session of the runtime's sampler on this process, from its beginning to the names of the methods. Nothing in here
/// awaits: the pool that is watched may starve.
/// </summary>
internal sealed class SampledStacks : IDisposable
{
    // Names of a big program's methods take seconds on a machine that is short of processors.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private static readonly EventPipeProvider s_sampler = new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational);

    private readonly FrameResolver _resolver = new(Environment.ProcessId, call => BlockingFrames.Match(call) is not null);
    private readonly StayBook _book = new();
    private readonly LiveSession _session;
    private bool _ended;

    private SampledStacks()
    {
        int buffer = TargetMemory.BufferFor(Environment.ProcessId);
        SessionPlan plan = new("watch", [s_sampler], Stacks: true, Rundown.NamesAndLines, buffer);
        _session = OwnPort.Open(plan, Listen);
    }

    public static SampledStacks Begin()
    {
        try
        {
            return new();
        }
        catch (ServerNotAvailableException refused)
        {
            throw new InvalidOperationException(
                "This process has no diagnostics port, so its stacks cannot be sampled: run it without DOTNET_EnableDiagnostics=0.", refused);
        }
    }

    /// <summary>Ends the session; throws when it did not bring all.</summary>
    public Samples End()
    {
        _ended = true;
        using LiveSession session = _session;
        bool complete = session.Stop(s_patience);
        if (WhatIsMissing(session, complete) is { } missing) throw new InvalidOperationException(missing);
        _resolver.Settle();
        return new([.. _book.ByThread()], _resolver.Resolve);
    }

    /// <summary>Why nothing found would prove nothing; null when all came.</summary>
    private string? WhatIsMissing(LiveSession session, bool complete)
    {
        if (!complete) return $"The runtime did not send the stacks within {s_patience.TotalSeconds:0} s.";
        if (session.LostEvents > 0) return $"The runtime lost {session.LostEvents:N0} samples.";
        if (_book.IsFull) return "The watch lasted too long: more was seen than is kept. Watch less at a time.";
        return _book.Samples > 0 && _resolver.Methods == 0 ? "The runtime did not tell the names of the methods." : null;
    }

    /// <summary>Ends a session that nobody asked for its samples.</summary>
    public void Dispose()
    {
        if (_ended) return;
        _ended = true;
        _session.Dispose();
    }

    private void Listen(EventPipeEventSource source)
    {
        _resolver.Listen(source);
        source.Dynamic.All += sample =>
        {
            if (sample.ProviderName != s_sampler.Name) return;
            int stack = _resolver.StackOf(sample);
            if (stack >= 0) _book.Add(sample.ThreadID, stack, sample.TimeStampRelativeMSec);
        };
    }
}
