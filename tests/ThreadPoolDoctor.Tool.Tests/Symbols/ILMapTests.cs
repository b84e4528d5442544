using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

public class ILMapTests
{
    private const int NoMapping = -1, Prolog = -2, Epilog = -3;

    [Fact]
    public void An_empty_map_finds_nothing() => new ILMap([], []).Find(5).ShouldBeNull();

    [Fact]
    public void Before_the_first_entry_there_is_nothing() => new ILMap([10], [0]).Find(9).ShouldBeNull();

    [Fact]
    public void The_entry_at_or_before_an_offset_counts()
    {
        var map = new ILMap([0, 10, 20], [0, 5, 12]);
        map.Find(10).ShouldBe(new ILRange(5, 12, true));
        map.Find(19).ShouldBe(new ILRange(5, 12, true));
        map.Find(500).ShouldBe(new ILRange(12, int.MaxValue, true));
    }

    [Fact]
    public void Code_may_be_in_another_order_than_its_IL() =>
        new ILMap([0, 40, 20], [0, 5, 12]).Find(45).ShouldBe(new ILRange(5, 12, true));

    [Fact]
    public void The_prologue_is_the_method_s_beginning() =>
        new ILMap([0, 10], [Prolog, 5]).Find(3).ShouldBe(new ILRange(0, 5, true));

    [Theory]
    [InlineData(NoMapping)]
    [InlineData(Epilog)]
    public void Code_without_IL_is_near_what_stands_before_it(int special) =>
        new ILMap([0, 10, 20], [0, 5, special]).Find(25).ShouldBe(new ILRange(5, int.MaxValue, false));

    [Fact]
    public void Of_several_at_one_address_the_last_was_not_optimised_away() =>
        new ILMap([0, 10, 10, 10], [Prolog, 7, Epilog, 3]).Find(12).ShouldBe(new ILRange(7, int.MaxValue, true));
}
