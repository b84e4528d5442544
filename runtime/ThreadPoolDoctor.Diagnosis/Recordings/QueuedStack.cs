using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>Work items that were seen being queued by the same code.</summary>
/// <param name="Stack">Of the thread that queued them; frames, leaf first.</param>
/// <param name="Items">How many.</param>
public sealed record QueuedStack(IReadOnlyList<Frame> Stack, int Items);
