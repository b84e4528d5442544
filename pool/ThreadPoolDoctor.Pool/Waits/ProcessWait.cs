using System.ComponentModel;
using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A registered wait on a process. .NET's own Exited event would take one of the 63 places of a wait thread; the end of
/// a process can be asked for without one, and it stays true, so asking now and then misses nothing.
/// </summary>
internal sealed class ProcessWait(Process process, in WaitRequest request) : RegisteredWait(request)
{
    private const int Period = 15;

    // Set by Attach before the first look is armed.
    private Look? _look;

    private protected override void Attach()
    {
        // Throws here, at the caller's, if the process was never started.
        if (process.HasExited)
        {
            Signalled();
            return;
        }
        _look = new Look(this);
        _look.Again();
    }

    private protected override void Detach() => _look?.End();

    private void Signalled()
    {
        if (TryClaim()) Fire();
    }

    private bool HasExited()
    {
        try
        {
            return process.HasExited;
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or NotSupportedException)
        {
            // Disposed or forbidden meanwhile: it will never be known.
            return false;
        }
    }

    private sealed class Look(ProcessWait wait) : TimerNode
    {
        private readonly TimerWheel _wheel = wait.Services.Wheel;
        private volatile bool _ended;

        internal void Again() => _wheel.Arm(this, _wheel.TickAfter(TimeSpan.FromMilliseconds(Period)));

        internal void End()
        {
            _ended = true;
            _wheel.Disarm(this);
        }

        internal override void OnDue(long dueTick)
        {
            if (_ended) return;
            if (wait.HasExited()) wait.Signalled();
            else Again();
        }
    }
}
