namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>What workers wait for; 0 where nothing tells.</summary>
/// <param name="Standing">Another thread, without a limit of time.</param>
/// <param name="Independent">Something that needs no other worker: a socket, a pipe or a file, or a time that
/// passes.</param>
internal readonly record struct WorkerWaits(int Standing, int Independent);
