using ThreadPoolDoctor.Allocating;

namespace ThreadPoolDoctor.Pool.Tests;

public class AllocationTests
{
    public static TheoryData<string> Names => [.. Allocations.Forms.Select(static f => f.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Queueing_allocates_at_most_what_ThreadPool_does(string name)
    {
        Allocations.Form form = Allocations.Forms.Single(f => f.Name == name);
        (double ours, double theirs) = Allocations.Measure(form);
        ours.ShouldBeLessThanOrEqualTo(form.MustBeZero ? 0 : theirs);
    }
}
