using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>Made-up answers of Windows about a thread: which of them mean that it sleeps.</summary>
public class WindowsThreadTests
{
    private const int Success = 0, NotImplemented = unchecked((int)0xC0000002), LengthMismatch = unchecked((int)0xC0000004);
    private const uint Waiting = 5, DelayExecution = 4, UserRequest = 6;

    [Theory]
    [InlineData(0, "initialized")]
    [InlineData(1, "ready")]
    [InlineData(2, "running")]
    [InlineData(3, "standby")]
    [InlineData(4, "terminated")]
    [InlineData(6, "transition")]
    [InlineData(7, "deferred ready")]
    public void A_thread_that_does_not_wait_does_not_sleep(uint state, string name) =>
        WindowsThread.Sleeps(Success, new WindowsThread(state, UserRequest)).ShouldBeFalse(name);

    [Theory]
    [InlineData(1, "no free page")]
    [InlineData(5, "suspended")]
    [InlineData(24, "the limit of its job on processor time")]
    [InlineData(30, "the end of its time slice")]
    [InlineData(32, "preempted")]
    [InlineData(33, "yielded")]
    public void A_thread_that_lacks_a_processor_or_memory_does_not_sleep(uint reason, string name) =>
        WindowsThread.Sleeps(Success, new WindowsThread(Waiting, reason)).ShouldBeFalse(name);

    [Theory]
    [InlineData(NotImplemented)]
    [InlineData(LengthMismatch)]
    public void Where_Windows_does_not_answer_nobody_sleeps(int status) =>
        WindowsThread.Sleeps(status, new WindowsThread(Waiting, UserRequest)).ShouldBeFalse();

    [Theory]
    [InlineData(DelayExecution, "Sleep")]
    [InlineData(UserRequest, "a wait for an object")]
    [InlineData(0, "a read of a file or socket")]
    [InlineData(2, "a page of a mapped file")]
    [InlineData(15, "a completion port")]
    [InlineData(17, "the answer of another process")]
    [InlineData(37, "a lock or condition variable")]
    [InlineData(1000, "a reason of a later version")]
    public void A_thread_that_waits_for_something_else_sleeps(uint reason, string name) =>
        WindowsThread.Sleeps(Success, new WindowsThread(Waiting, reason)).ShouldBeTrue(name);

    [Fact]
    public void The_structure_is_as_long_as_Windows_wants_it() =>
        Unsafe.SizeOf<WindowsThread>().ShouldBe(Environment.Is64BitProcess ? 80 : 64);
}
