using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Monitoring.Inside;

/// <summary>
/// The monitor's only thread. It never waits for the pool, which may be the one that starves: no await, no timer, no
/// task.
/// </summary>
internal sealed class MonitorThread
{
    // After what was not foreseen.
    private static readonly TimeSpan s_pauseAfterFailure = TimeSpan.FromMinutes(1);

    private readonly ThreadPoolMonitoringOptions _options;
    private readonly ThreadPoolMonitor _monitor;
    private readonly Action<double> _recovered;
    private readonly Action<Exception> _failed;
    private readonly ManualResetEventSlim _stop = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="options">How to watch.</param>
    /// <param name="monitor">Is told what is seen.</param>
    /// <param name="recovered">Is told for how many seconds work waited, when that is over.</param>
    /// <param name="failed">Is told what was not foreseen.</param>
    public MonitorThread(
        ThreadPoolMonitoringOptions options, ThreadPoolMonitor monitor, Action<double> recovered, Action<Exception> failed)
    {
        (_options, _monitor, _recovered, _failed) = (options, monitor, recovered, failed);
        // Above the workers it watches: where they use up the processors, it is late else.
        new Thread(Run) { IsBackground = true, Name = "TPD Monitor", Priority = ThreadPriority.AboveNormal }.Start();
    }

    /// <summary>Ends the thread; a look that is under way is given up.</summary>
    public Task StopAsync()
    {
        _stop.Set();
        return _ended.Task;
    }

    private void Run()
    {
        while (!_stop.IsSet)
        {
            try
            {
                Watch();
            }
            catch (Exception failure)
            {
                // The program that is watched must not end with its monitor.
                _failed(failure);
                _stop.Wait(s_pauseAfterFailure);
            }
        }
        _ended.SetResult();
    }

    private void Watch()
    {
        Clock clock = new();
        PoolReader reader = new(clock);
        Alarm alarm = new(_options.Patience.TotalSeconds, _options.LookAgain.TotalSeconds);
        while (!_stop.Wait(_options.Every))
        {
            CounterTick reading = reader.Read();
            _monitor.Tell(reading);
            Step step = alarm.Add(reading);
            _monitor.TellWaiting(alarm.Since is { } since ? clock.StartedAt.AddSeconds(since) : null);
            if (step == Step.Recovered) _recovered(alarm.Waited);
            if (step != Step.Look) continue;
            CloseLook look = new(_options, _monitor.Tell);
            if (look.Take(_stop) is { } recording) _monitor.Tell(Diagnosis.Doctor.Diagnose(recording));
            alarm.Looked(clock.Now);
        }
    }
}
