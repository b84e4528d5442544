using System.Collections.Concurrent;
using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Launching;

/// <summary>
/// Observes every runtime that comes to a port, each for as long as its process lives, from its first instruction. A
/// runtime that waits at its start goes on as soon as it is watched, and in any case.
/// </summary>
/// <param name="options">How to look; the duration does not count.</param>
/// <param name="port">Where they come to.</param>
/// <param name="note">Told what cannot be observed, a sentence at a time.</param>
internal sealed class LaunchedRuntimes(ObservationOptions options, string port, Action<string> note)
{
    // Each costs a session and some megabytes; a build can start hundreds.
    private const int MostProcesses = 32;

    private static readonly TimeSpan s_answer = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<Guid, Task<Recording?>> _looks = [];
    private readonly ConcurrentBag<ReverseConnection> _idle = [];
    private readonly CancellationTokenSource _enough = new();
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when the first process has come.</summary>
    public Task First => _first.Task;

    /// <summary>Completes when all who came until now have ended.</summary>
    public Task Ended => Task.WhenAll(_looks.Values);

    /// <summary>A runtime has come. Called from any thread.</summary>
    public void Receive(ReverseConnection connection)
    {
        lock (_looks)
        {
            // One that comes again has nothing new to say, and comes for ever when it is sent away: it may wait here.
            if (_looks.ContainsKey(connection.Instance)) _idle.Add(connection);
            else if (_looks.Count < MostProcesses)
            {
                bool first = _looks.IsEmpty;
                _looks[connection.Instance] = Task.Run(() => AttendAsync(connection, first));
            }
            else _looks[connection.Instance] = Task.Run(() => PassAsync(connection));
        }
        _first.TrySetResult();
    }

    /// <summary>Ends all looks that still go on, and gives what was seen of each process.</summary>
    public async Task<IReadOnlyList<Recording>> EndAsync()
    {
        await _enough.CancelAsync();
        Recording?[] recordings = await Task.WhenAll(_looks.Values);
        foreach (ReverseConnection connection in _idle) connection.Dispose();
        return [.. recordings.OfType<Recording>().OrderBy(recording => recording.Cost.StartedAt)];
    }

    private async Task<Recording?> AttendAsync(ReverseConnection connection, bool first)
    {
        bool resumed = false;
        try
        {
            if (connection.ProcessId == 0)
            {
                throw new ExpectedTrouble(
                    "A runtime of another PID namespace has come, which cannot be observed from here.", "Run the tool where its process can be seen.");
            }
            Target target = await Target.FindAsync(connection.ProcessId.ToString());
            if (!first && BuildTools.Contains(target.Name))
            {
                await LetChildrenStartAsync(target);
                return null;
            }
            Observation observation = new(target, options)
            {
                WhenWatching = async () =>
                {
                    resumed = true;
                    await LetChildrenStartAsync(target);
                    await ResumeAsync(connection);
                },
            };
            return await observation.RunAsync(null, _enough.Token);
        }
        catch (ExpectedTrouble trouble)
        {
            note(trouble.Message);
            return null;
        }
        finally
        {
            if (!resumed) await ResumeAsync(connection);
        }
    }

    /// <summary>
    /// The processes that this one will start inherit the port, and one that waited there when the tool has gone would
    /// wait for ever (build servers outlive the build): from here on they come without waiting.
    /// </summary>
    private async Task LetChildrenStartAsync(Target target)
    {
        try
        {
            await Task.Run(() => target.Client.SetEnvironmentVariable(LaunchedProgram.PortsVariable, port + ",nosuspend")).WaitAsync(s_answer);
        }
        catch (Exception trouble) when (IpcTrouble.IsOfConnection(trouble) || trouble is UnsupportedCommandException)
        {
            // The process has ended, or its runtime is too old: then they wait, and are let go like this one.
        }
    }

    private async Task<Recording?> PassAsync(ReverseConnection connection)
    {
        note($"More than {MostProcesses} processes have come; process {connection.ProcessId} is not observed.");
        await ResumeAsync(connection);
        return null;
    }

    private static async Task ResumeAsync(ReverseConnection connection)
    {
        try
        {
            using (connection)
            {
                using CancellationTokenSource limit = new(s_answer);
                await connection.ResumeAsync(limit.Token);
            }
        }
        catch (Exception gone) when (gone is OperationCanceledException or System.Net.Sockets.SocketException or ObjectDisposedException)
        {
            // The process has ended, or did so while it was asked.
        }
    }
}
