namespace ThreadPoolDoctor.Monitoring.Blocks;

/// <summary>A thread had the same stack in consecutive samples.</summary>
/// <param name="Thread">The operating system's id of it.</param>
/// <param name="Stack">The stack's number.</param>
/// <param name="From">The first sample, in milliseconds.</param>
/// <param name="To">The last one.</param>
/// <param name="Samples">How many.</param>
internal readonly record struct Stay(int Thread, int Stack, double From, double To, int Samples);
