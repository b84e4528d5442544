namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>What workers wait for; 0 where nothing tells.</summary>
/// <param name="Standing">Another thread, without a limit of time.</param>
/// <param name="Outside">Something that no thread of the process gives by itself, as a socket, a pipe or a file.</param>
internal readonly record struct WorkerWaits(int Standing, int Outside);
