using System.Diagnostics.Tracing;
using System.Threading.Channels;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>
/// A session of the governor's events that carries a command. Where there is no governor yet, the runtime keeps the
/// command for the one that will be loaded. While a lease's session is open the governor stays; however the tool ends,
/// the runtime closes the session.
/// </summary>
internal sealed class GovernorSession : IDisposable
{
    /// <summary>The governor's event source, as the governor names it.</summary>
    public const string Provider = "ThreadPoolDoctor-Governor";

    /// <summary>Steps and answers: Keywords.Steps of the governor.</summary>
    public const long StepsKeyword = 1;

    // Keywords.Lease of the governor.
    private const long LeaseKeyword = 1L << 43;
    private const int StepEvent = 1;
    private const int StateEvent = 2;
    private const int FaultEvent = 3;

    private readonly Channel<GovernorState> _states = Channel.CreateUnbounded<GovernorState>();
    private readonly Channel<GovernorStepTaken> _steps = Channel.CreateUnbounded<GovernorStepTaken>();
    private LiveSession _session = null!;
    private string? _fault;

    private GovernorSession()
    {
    }

    /// <summary>Steps as they are told.</summary>
    public ChannelReader<GovernorStepTaken> Steps => _steps.Reader;

    /// <summary>Completes when the process has ended, or the runtime has closed the session.</summary>
    public Task Ended => _session.Drained;

    /// <summary>What the governor failed with, or null.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    public static async Task<GovernorSession> OpenAsync(Target target, GovernorCommand command, CancellationToken cancel)
    {
        long keywords = command.IsLease ? StepsKeyword | LeaseKeyword : StepsKeyword;
        Dictionary<string, string> arguments = command.Arguments();
        // The runtime's counters come each second and with them the bytes that show a lost reader.
        arguments["EventCounterIntervalSec"] = "1";
        GovernorSession session = new();
        session._session = await LiveSession.OpenAsync(
            target.Client, new SessionPlan("governor", [new EventPipeProvider(Provider, EventLevel.Informational, keywords, arguments)]),
            session.Listen, cancel);
        return session;
    }

    /// <summary>The governor's next answer, or null when none comes in time.</summary>
    public async Task<GovernorState?> AnswerAsync(TimeSpan patience, CancellationToken cancel)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(patience);
        try
        {
            return await _states.Reader.ReadAsync(limit.Token);
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            return null;
        }
        catch (ChannelClosedException)
        {
            return null;
        }
    }

    public async Task CloseAsync(CancellationToken cancel) => await _session.StopAsync(cancel);

    public void Dispose() => _session.Dispose();

    private void Listen(EventPipeEventSource source)
    {
        source.Dynamic.All += OnEvent;
        source.Completed += () =>
        {
            _states.Writer.TryComplete();
            _steps.Writer.TryComplete();
        };
    }

    private void OnEvent(TraceEvent told)
    {
        if (told.ProviderName != Provider) return;
        switch ((int)told.ID)
        {
            case StepEvent:
                _steps.Writer.TryWrite(new(
                    Int(told, "reason"), Int(told, "from"), Int(told, "to"), Int(told, "asked"), Long(told, "waiting"),
                    Int(told, "workers"), Int(told, "blocked"), Text(told, "text")));
                break;
            case StateEvent:
                _states.Writer.TryWrite(new(
                    Text(told, "mode"), Int(told, "asked"), Int(told, "minimum"), Int(told, "maxWorkers"), Int(told, "workers"),
                    Long(told, "waiting"), Time(Long(told, "since")), Time(Long(told, "until")), Text(told, "last")));
                break;
            case FaultEvent:
                Volatile.Write(ref _fault, Text(told, "exception"));
                break;
        }
    }

    private static int Int(TraceEvent told, string name) => (int)Long(told, name);

    private static long Long(TraceEvent told, string name) => told.PayloadByName(name) switch
    {
        long wide => wide,
        int narrow => narrow,
        _ => 0,
    };

    private static string Text(TraceEvent told, string name) => told.PayloadByName(name) as string ?? "";

    private static DateTimeOffset? Time(long milliseconds) =>
        milliseconds is > 0 and < 253_402_300_799_000 ? DateTimeOffset.FromUnixTimeMilliseconds(milliseconds) : null;
}
