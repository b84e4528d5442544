using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>The stack of one thread at one moment.</summary>
/// <param name="OsId">The operating system's thread id.</param>
/// <param name="Stack">Frames, leaf first. Equal stacks are the same object.</param>
/// <param name="Cut">Whether the runtime cut it at 100 frames, so that its base is missing.</param>
public sealed record ThreadStack(int OsId, IReadOnlyList<Frame> Stack, bool Cut = false);

/// <summary>The stacks of all managed threads at one moment.</summary>
/// <param name="At">Seconds since the observation began.</param>
/// <param name="Threads">One entry a thread.</param>
public sealed record StackSnapshot(double At, IReadOnlyList<ThreadStack> Threads);
