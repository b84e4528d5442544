using System.Threading.Tasks.Dataflow;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A library calls the method that sleeps, through a delegate. Once it is optimized it hands over to Sleep as its last
/// step and leaves the stack, which then shows a block of Dataflow that seems to sleep.
/// </summary>
internal static class BlockSleep
{
    public static void Run(Session session)
    {
        ActionBlock<int> block = new(Ship, new() { MaxDegreeOfParallelism = 50 });
        int order = 0;
        session.Every(10, () => block.Post(Interlocked.Increment(ref order)));
        Thread.Sleep(4_000); // some thirty items, and the second or so in which the runtime compiles the method again
        session.ReadyWhenStarving();
    }

    private static void Ship(int order) => Thread.Sleep(400); // blamed TPD002
}
