namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string Compiler = "System.Runtime.CompilerServices.";
    private const string TaskType = "System.Threading.Tasks.Task";

    private static BlockingCall[] Tasks() =>
    [
        Task(TaskType, "Wait", "await"),
        Task(TaskType, "WaitAll", "Task.WhenAll"),
        Task(TaskType, "WaitAny", "Task.WhenAny"),
        Task(TaskType + "`1", "get_Result", "await"),
        Task("System.Threading.Tasks.ValueTask`1", "get_Result", "await"),
        Task(Compiler + "TaskAwaiter", "GetResult", "await"),
        Task(Compiler + "TaskAwaiter`1", "GetResult", "await"),
        Task(Compiler + "ValueTaskAwaiter", "GetResult", "await"),
        Task(Compiler + "ValueTaskAwaiter`1", "GetResult", "await"),
        Task(Compiler + "ConfiguredTaskAwaitable+ConfiguredTaskAwaiter", "GetResult", "await"),
        Task(Compiler + "ConfiguredTaskAwaitable`1+ConfiguredTaskAwaiter", "GetResult", "await"),
        Task(Compiler + "ConfiguredValueTaskAwaitable+ConfiguredValueTaskAwaiter", "GetResult", "await"),
        Task(Compiler + "ConfiguredValueTaskAwaitable`1+ConfiguredValueTaskAwaiter", "GetResult", "await"),
        Task("Microsoft.VisualStudio.Threading.JoinableTaskFactory", "Run", "await"),
        Task("Microsoft.VisualStudio.Threading.JoinableTask", "Join", "JoinAsync"),
        Task("Microsoft.VisualStudio.Threading.JoinableTask`1", "Join", "JoinAsync"),
        Task("Nito.AsyncEx.AsyncContext", "Run", "await"),
    ];

    private static BlockingCall[] Sleeping() =>
    [
        Sleep("System.Threading.Thread", "Sleep", "Task.Delay"),
    ];
}
