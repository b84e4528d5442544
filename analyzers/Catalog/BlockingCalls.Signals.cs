namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string Threading = "System.Threading.";
    private const string Collection = "System.Collections.Concurrent.BlockingCollection`1";

    private static BlockingCall[] Signals() =>
    [
        Signal(Threading + "WaitHandle", "WaitOne"),
        Signal(Threading + "WaitHandle", "WaitAll"),
        Signal(Threading + "WaitHandle", "WaitAny"),
        Signal(Threading + "WaitHandle", "SignalAndWait"),
        Signal(Threading + "ManualResetEventSlim", "Wait"),
        Signal(Threading + "SemaphoreSlim", "Wait", "WaitAsync"),
        Signal(Threading + "CountdownEvent", "Wait"),
        Signal(Threading + "Barrier", "SignalAndWait"),
        Signal(Threading + "Monitor", "Wait", when: Circumstance.NeedsLock),
        Signal(Threading + "Thread", "Join"),
        Signal(Threading + "SpinWait", "SpinUntil"),
        Signal(Threading + "ReaderWriterLockSlim", "EnterReadLock"),
        Signal(Threading + "ReaderWriterLockSlim", "EnterWriteLock"),
        Signal(Threading + "ReaderWriterLockSlim", "EnterUpgradeableReadLock"),
        Signal(Threading + "ReaderWriterLockSlim", "TryEnterReadLock"),
        Signal(Threading + "ReaderWriterLockSlim", "TryEnterWriteLock"),
        Signal(Threading + "ReaderWriterLockSlim", "TryEnterUpgradeableReadLock"),
        Signal(Threading + "ReaderWriterLock", "AcquireReaderLock"),
        Signal(Threading + "ReaderWriterLock", "AcquireWriterLock"),
        Signal(Threading + "ReaderWriterLock", "UpgradeToWriterLock"),
        Signal(Threading + "SynchronizationContext", "Send"),
        Signal("System.IO.FileSystemWatcher", "WaitForChanged"),

        Signal(Collection, "Take", "Channel.Reader.ReadAsync"),
        Signal(Collection, "TryTake", "Channel.Reader.ReadAsync", parameter: "millisecondsTimeout"),
        Signal(Collection, "TryTake", "Channel.Reader.ReadAsync", parameter: "timeout"),
        Signal(Collection, "TakeFromAny", "Channel.Reader.ReadAsync"),
        Signal(Collection, "TryTakeFromAny", "Channel.Reader.ReadAsync", parameter: "millisecondsTimeout"),
        Signal(Collection, "TryTakeFromAny", "Channel.Reader.ReadAsync", parameter: "timeout"),
        Signal(Collection, "GetConsumingEnumerable", "Channel.Reader.ReadAllAsync"),
        Signal(Collection, "Add", "Channel.Writer.WriteAsync", Circumstance.Bounded),
        Signal(Collection, "AddToAny", "Channel.Writer.WriteAsync"),
        Signal(Collection, "TryAdd", "Channel.Writer.WriteAsync", Circumstance.Bounded, "millisecondsTimeout"),
        Signal(Collection, "TryAdd", "Channel.Writer.WriteAsync", Circumstance.Bounded, "timeout"),
        Signal(Collection, "TryAddToAny", "Channel.Writer.WriteAsync", parameter: "millisecondsTimeout"),
        Signal(Collection, "TryAddToAny", "Channel.Writer.WriteAsync", parameter: "timeout"),

        Signal("System.Windows.Threading.Dispatcher", "Invoke", "InvokeAsync"),
        Signal("System.Windows.Forms.Control", "Invoke", "InvokeAsync"),
        Signal("System.Threading.Tasks.Dataflow.DataflowBlock", "Receive", "ReceiveAsync"),
        Signal("System.Management.Automation.PowerShell", "Invoke", "InvokeAsync"),
    ];
}
