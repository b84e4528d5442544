using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Monitoring;

/// <summary>
/// One process under a monitor: a look that lasts as long as the process, asked once a second what it sees.
/// </summary>
internal sealed class Monitored
{
    private const int Bursts = 3;

    // While the names of a big program come, the stacks of before are shown.
    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(300);

    private readonly Observation _observation;
    private readonly RollingRecording _rolling = new();
    private readonly TaskCompletionSource _watching = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task<Recording> _look;
    private Recording? _peek;
    private MonitorView? _last;

    /// <param name="target">The process.</param>
    /// <param name="options">How to look.</param>
    /// <param name="enough">Ends it.</param>
    public Monitored(Target target, ObservationOptions options, CancellationToken enough)
    {
        Target = target;
        _observation = new(target, options)
        {
            WhenWatching = () =>
            {
                _watching.TrySetResult();
                return Task.CompletedTask;
            },
        };
        _look = _observation.RunAsync(null, enough);
    }

    public Target Target { get; }

    /// <summary>Completes when the look has ended, usually with its process.</summary>
    public Task Ended => _look;

    /// <summary>Completes when it is watched; throws ExpectedTrouble where that is not possible.</summary>
    public async Task BeginAsync() => await await Task.WhenAny(_watching.Task, _look);

    public void AskForBurst() => _observation.AskForBurst();

    /// <summary>How it stands now; null before anything was seen.</summary>
    public async Task<MonitorView?> ViewAsync()
    {
        if (_look.IsCompleted)
        {
            return _last is null ? null : _last with { Notice = "ended" };
        }
        using CancellationTokenSource limit = new(s_patience);
        try
        {
            _peek = await _observation.PeekAsync(Bursts, limit.Token);
        }
        catch (OperationCanceledException)
        {
            return _last is null ? null : _last with { Notice = "taking stacks" };
        }
        _rolling.Add(_peek);
        PoolDiagnosis diagnosis = Doctor.Diagnose(_rolling.Recent(_peek));
        return _last = new(DateTimeOffset.UtcNow, diagnosis, _rolling.Ticks, null);
    }

    /// <summary>What was seen of late, for a file; null before anything was.</summary>
    public Recording? Recording => _peek is null ? null : _rolling.Whole(_peek);
}
