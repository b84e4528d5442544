using System.Reflection;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Async;

/// <summary>
/// The tool's builder of async methods keeps what .NET's promises. The compiler sees it from here, too, and takes it for these methods.
/// </summary>
public sealed class AsyncTaskMethodBuilderTests
{
    private static readonly AsyncLocal<string?> s_name = new();

    [Fact]
    public void The_compiler_takes_it()
    {
        Type[] machines = [.. typeof(Observation).GetNestedTypes(BindingFlags.NonPublic).Where(type => type.Name.Contains("ObserveAsync"))];
        machines.ShouldHaveSingleItem().GetField("<>t__builder")!.FieldType.Assembly.ShouldBe(typeof(Observation).Assembly);
    }

    [Fact]
    public async Task A_method_that_never_waits_has_its_result_at_once()
    {
        Task<int> sum = SumAsync([Task.FromResult(2), Task.FromResult(3)]);
        sum.IsCompletedSuccessfully.ShouldBeTrue();
        (await sum).ShouldBe(5);
    }

    [Fact]
    public async Task A_method_that_waits_goes_on_where_it_was()
    {
        TaskCompletionSource<int> first = new(), second = new();
        Task<int> sum = SumAsync([first.Task, second.Task]);
        sum.IsCompleted.ShouldBeFalse();
        first.SetResult(2);
        sum.IsCompleted.ShouldBeFalse();
        second.SetResult(3);
        (await sum).ShouldBe(5);
    }

    [Fact]
    public async Task An_exception_comes_with_its_own_type_and_stack()
    {
        FormatException thrown = await Should.ThrowAsync<FormatException>(FailAsync(Task.Delay(1)));
        thrown.StackTrace!.ShouldContain(nameof(FailAsync));
        FailAsync(Task.CompletedTask).IsFaulted.ShouldBeTrue();
    }

    [Fact]
    public void A_cancelled_wait_cancels_the_method()
    {
        Task<int> sum = SumAsync([Task.FromCanceled<int>(new CancellationToken(canceled: true))]);
        sum.IsCanceled.ShouldBeTrue();
    }

    [Fact]
    public async Task What_is_set_in_the_context_is_kept_over_a_wait_and_stays_inside()
    {
        s_name.Value = "outer";
        Task<string?> inner = NameAsync("inner");
        s_name.Value.ShouldBe("outer");
        (await inner).ShouldBe("inner");
        s_name.Value.ShouldBe("outer");
    }

    [Fact]
    public async Task Waiting_a_thousand_times_by_many_threads_loses_nothing()
    {
        Task<int>[] counts = [.. Enumerable.Range(0, 16).Select(_ => CountAsync(1_000))];
        (await Task.WhenAll(counts)).ShouldAllBe(count => count == 1_000);
    }

    private static async Task<int> SumAsync(Task<int>[] numbers)
    {
        int sum = 0;
        foreach (Task<int> number in numbers) sum += await number;
        return sum;
    }

    private static async Task FailAsync(Task before)
    {
        await before;
        throw new FormatException("no number");
    }

    private static async Task<string?> NameAsync(string name)
    {
        s_name.Value = name;
        await Task.Yield();
        return s_name.Value;
    }

    private static async Task<int> CountAsync(int times)
    {
        int count = 0;
        for (; count < times; count++) await Task.Yield();
        return count;
    }
}
