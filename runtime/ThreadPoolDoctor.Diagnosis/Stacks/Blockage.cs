using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Stacks;

/// <summary>
/// Where a thread sits in a blocking call: whose code made it, which call it is, and what kind of ailment that is.
/// </summary>
/// <param name="Ailment">Id of the cause.</param>
/// <param name="User">The frame of the user's code that made the call, or the nearest frame where none is on the
/// stack.</param>
/// <param name="Leaf">The call as a person would write it, "System.Threading.Thread.Sleep(int)".</param>
/// <param name="Row">The catalogue's row, with the asynchronous twin where one exists; null when only the thread's
/// state tells that it blocks.</param>
/// <param name="IsLock">Whether it waits to enter a lock.</param>
/// <param name="Stack">The whole stack, leaf first.</param>
internal sealed record Blockage(
    string Ailment,
    Frame User,
    string Leaf,
    BlockingCall? Row,
    bool IsLock,
    IReadOnlyList<Frame> Stack)
{
    /// <summary>
    /// Whether it waits for those that are inside of something to come out: a lock, or one of readers and writers. More
    /// workers wait as long.
    /// </summary>
    public bool IsMutual =>
        IsLock || Row?.Type is "System.Threading.ReaderWriterLockSlim" or "System.Threading.ReaderWriterLock";
}
