using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>The stack of one thread at one moment.</summary>
/// <param name="OsId">The operating system's thread id.</param>
/// <param name="Stack">Frames, leaf first; the runtime cuts them at 100. Equal stacks are the same object.</param>
public sealed record ThreadStack(int OsId, IReadOnlyList<Frame> Stack);

/// <summary>The stacks of all managed threads at one moment.</summary>
/// <param name="At">Seconds since the observation began.</param>
/// <param name="Threads">One entry a thread.</param>
public sealed record StackSnapshot(double At, IReadOnlyList<ThreadStack> Threads);
