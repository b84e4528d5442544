using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace ThreadPoolDoctor.Governor.Hosting;

/// <summary>
/// The governor as a part of the host. Steps come as often as the pool needs them; the log is told of a change of the
/// verdict at once, and of further steps of the same kind at most every ten seconds.
/// </summary>
internal sealed partial class GovernorService : IHostedService
{
    private static readonly TimeSpan s_again = TimeSpan.FromSeconds(10);

    private readonly ILogger _log;
    private readonly GovernorOptions _options = new();
    private GovernorReason _reason;
    private DateTimeOffset _logged = DateTimeOffset.MinValue;

    public GovernorService(ILoggerFactory loggers, IEnumerable<GovernorSettings> settings)
    {
        _log = loggers.CreateLogger("ThreadPoolDoctor.Governor");
        foreach (GovernorSettings setting in settings) setting.Configure(_options);
    }

    public Task StartAsync(CancellationToken cancellationToken)
    {
        ThreadPoolGovernor.StepTaken += OnStep;
        ThreadPoolGovernor.Start(_options);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken)
    {
        ThreadPoolGovernor.Stop();
        ThreadPoolGovernor.StepTaken -= OnStep;
        return Task.CompletedTask;
    }

    private void OnStep(GovernorStep step)
    {
        if (step.Reason == _reason && step.At - _logged < s_again) return;
        (_reason, _logged) = (step.Reason, step.At);
        if (IsTrouble(step.Reason)) LogTrouble(step.ToString());
        else LogStep(step.ToString());
    }

    private static bool IsTrouble(GovernorReason reason) =>
        reason is not (GovernorReason.GivenBack or GovernorReason.ProgramSetMinimum or GovernorReason.Calm or GovernorReason.Ended
            or GovernorReason.Compiling);

    [LoggerMessage(EventId = 1, Level = LogLevel.Warning, Message = "{Verdict}")]
    private partial void LogTrouble(string verdict);

    [LoggerMessage(EventId = 2, Level = LogLevel.Information, Message = "{Step}")]
    private partial void LogStep(string step);
}
