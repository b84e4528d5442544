using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Simulation;

/// <summary>A simulated pool with the policy that governs it, looked at as the real thread would.</summary>
internal sealed class Governed(SimulatedPool pool)
{
    // What a calm pool is looked at with, whatever the machine's price of a look.
    private const double Calm = 0.02;

    private readonly Policy _policy = new();
    private double _next;
    private bool _seeWorkers;

    public SimulatedPool Pool => pool;

    public Policy Policy => _policy;

    public int Looks { get; private set; }

    /// <summary>Each change of the minimum, and each reason for which none came.</summary>
    public List<(double At, int Minimum, GovernorReason Reason)> Steps { get; } = [];

    public IEnumerable<GovernorReason> Reasons => Steps.Select(static step => step.Reason).Distinct();

    public void Run(double until, Action? each = null) => pool.Run(until, () =>
    {
        each?.Invoke();
        if (pool.Now >= _next) Look();
    });

    private void Look()
    {
        Looks++;
        PoolSample sample = pool.Sample(_seeWorkers || pool.Waiting > 0);
        Decision decision = _policy.Next(sample);
        if (decision.Minimum != pool.Minimum || Steps.Count == 0 || decision.Reason != Steps[^1].Reason)
        {
            Steps.Add((pool.Now, decision.Minimum, decision.Reason));
        }
        if (decision.Minimum != pool.Minimum) pool.SetMinimum(decision.Minimum);
        if (decision.PullBackTo > 0) pool.PullBack(decision.PullBackTo);
        _next = pool.Now + (decision.NextLook > 0 ? decision.NextLook : Calm);
        _seeWorkers = decision.SeeWorkers;
    }
}
