using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>Every blocking member that is known, one row each: adding a blocking API is adding a line here.</summary>
internal static class BlockingCalls
{
    public static IReadOnlyList<BlockingCall> All { get; } =
    [
        new(Ailments.BlockingOnTask, "System.Threading.Tasks.Task", "Wait", "await"),
        new(Ailments.BlockingOnTask, "System.Threading.Tasks.Task", "WaitAll", "Task.WhenAll"),
        new(Ailments.BlockingOnTask, "System.Threading.Tasks.Task", "WaitAny", "Task.WhenAny"),
        new(Ailments.BlockingOnTask, "System.Threading.Tasks.Task`1", "get_Result", "await"),
        new(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.TaskAwaiter", "GetResult", "await"),
        new(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.TaskAwaiter`1", "GetResult", "await"),

        new(Ailments.Sleeping, "System.Threading.Thread", "Sleep", "Task.Delay"),
    ];
}
