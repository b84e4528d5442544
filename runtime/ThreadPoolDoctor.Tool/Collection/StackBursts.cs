using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

internal sealed class StackBursts
{
    public StackBursts(Target target, Clock clock, TimeSpan timeout) { }
    public int Taken { get; private set; } = 99;
    public bool Named => true;
    public int Suspensions => 0;
    public long Events => 0;
    public long Bytes => 0;
    public long LostEvents => 0;
    public string? Trouble => null;
    public Task TakeAsync(bool withNames) { Taken++; return Task.CompletedTask; }
    public IReadOnlyList<StackSnapshot> Snapshots() => [];
    public IReadOnlyList<Frame> WaitRegistrations() => [];
}
