namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>A thread began to wait for a lock that another thread held.</summary>
/// <param name="At">Seconds since the observation began.</param>
/// <param name="OsId">The waiting thread.</param>
/// <param name="LockId">The runtime's number for the lock, or 0.</param>
/// <param name="OwnerOsId">The thread that held the lock, or 0 where it is not known.</param>
public sealed record LockWait(double At, int OsId, ulong LockId, long OwnerOsId);
