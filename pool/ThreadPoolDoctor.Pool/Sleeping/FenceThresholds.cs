namespace ThreadPoolDoctor.Pool;

/// <summary>When who pays is judged anew (Sleep.Fences.cs). In a file of its own because the model tests replace it by tiny ones.</summary>
internal static class FenceThresholds
{
    /// <summary>So many workers that fell asleep are needed to judge by; or the items that would outweigh them.</summary>
    internal const int Falls = 64;

    /// <summary>Items whose fences cost as much as one process-wide barrier, about.</summary>
    internal const int ItemsForBarrier = 500;
}
