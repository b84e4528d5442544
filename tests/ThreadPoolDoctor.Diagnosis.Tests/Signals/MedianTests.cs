using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Tests.Signals;

/// <summary>The value in the middle.</summary>
public class MedianTests
{
    [Fact]
    public void Of_nothing_it_is_0() => Median.Of(Array.Empty<string>(), text => text.Length).ShouldBe(0);

    [Fact]
    public void Of_an_even_number_it_is_the_greater_in_the_middle() =>
        Median.Of(["four", "a", "three", "is"], text => text.Length).ShouldBe(4);

    [Fact]
    public void Between_fewer_than_two_there_is_nothing() =>
        Median.Between([1.0], (one, next) => next - one).ShouldBe(0);

    [Fact]
    public void Between_those_that_follow_one_another_it_is_the_usual_difference() =>
        Median.Between([0.0, 1, 2, 9], (one, next) => next - one).ShouldBe(1);
}
