namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>Whether other programs have the processors, and what is made of that.</summary>
public class ProcessorTimeTests
{
    private readonly ProcessorTime _time = new(processors: 2);

    /// <summary>Milliseconds that running items wanted and the process had, in a second.</summary>
    [Theory]
    [InlineData(2000, 2000)]
    [InlineData(2000, 1200)]
    [InlineData(400, 0)]
    [InlineData(0, 0)]
    public void Who_has_most_of_what_it_wants_or_wants_hardly_any_lacks_nothing(double wanted, double had) =>
        Lacks(wanted, had).ShouldBeFalse();

    [Theory]
    [InlineData(2000, 900)]
    [InlineData(600, 50)]
    public void Who_has_less_than_half_of_what_it_wants_lacks_processors(double wanted, double had) =>
        Lacks(wanted, had).ShouldBeTrue();

    [Fact]
    public void What_was_lacked_is_soon_forgotten()
    {
        Lacks(2000, 100).ShouldBeTrue();
        _time.See(2100, 200, 2100);
        _time.Lacks.ShouldBeFalse();
    }

    /// <summary>Nobody looked meanwhile: what was wanted is not known.</summary>
    [Fact]
    public void A_pause_in_which_nothing_waited_is_no_lack()
    {
        Lacks(2000, 2000).ShouldBeFalse();
        _time.See(22_000, 2010, 12_000);
        _time.Lacks.ShouldBeFalse();
    }

    /// <summary>A handful before a lock whose holder has no processor; items that compute; nothing is lacked.</summary>
    [Theory]
    [InlineData(true, 5, 1)]
    [InlineData(true, 20, 30)]
    [InlineData(false, 160, 20)]
    public void Workers_that_have_processors_or_mostly_compute_are_not_made_up_for(bool lacks, int blocked, int awake) =>
        Compensation.Lacking(lacks, blocked, awake).ShouldBe(0);

    [Fact]
    public void Beside_many_that_block_each_that_lacks_a_processor_is() =>
        Compensation.Lacking(lacks: true, blocked: 160, awake: 20).ShouldBe(20);

    private bool Lacks(double wanted, double had)
    {
        for (int i = 1; i <= 10; i++) _time.See(wanted * i / 10, had * i / 10, 1000 + i * 100);
        return _time.Lacks;
    }
}
