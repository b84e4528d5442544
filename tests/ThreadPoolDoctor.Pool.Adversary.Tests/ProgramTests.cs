namespace ThreadPoolDoctor.Pool.Adversary.Tests;

/// <summary>Programs as text, from seeds, and made smaller.</summary>
public class ProgramTests
{
    private const int Seeds = 400;

    private static IEnumerable<PoolProgram> Programs =>
        Enumerable.Range(0, Seeds).Select(static n => ProgramGenerator.FromSeed(n));

    [Fact]
    public void A_program_is_read_back_as_it_was_written()
    {
        foreach (PoolProgram program in Programs)
        {
            string text = program.ToString();
            PoolProgram.Parse(text).ToString().ShouldBe(text);
        }
    }

    [Fact]
    public void A_program_is_a_few_lines_that_a_person_reads() =>
        PoolProgram.Parse("memory 32MB queue 4 local{lock 0{sleep 10ms}} drain").ToString().ShouldBe("""
            memory 32MB
            queue 4 local {
              lock 0 {
                sleep 10ms
              }
            }
            drain

            """.ReplaceLineEndings("\n"));

    [Theory]
    [InlineData("jump", "'jump' is no step.")]
    [InlineData("queue", "After 'queue' a number from 1 on is needed, not ''.")]
    [InlineData("queue 0", "After 'queue' a number from 1 on is needed, not '0'.")]
    [InlineData("pause 5", "After 'pause' a number in ms from 1 on is needed, not '5'.")]
    [InlineData("sleep 5ms", "'sleep' may not stand there.")]
    [InlineData("queue 1 { lock 0 { queue 1 } }", "'queue' may not stand there.")]
    [InlineData("queue 1 { sleep 5ms", "'}' is missing after the steps of 'queue', before ''.")]
    public void What_is_no_program_is_refused_in_a_sentence(string text, string sentence) =>
        Should.Throw<FormatException>(() => PoolProgram.Parse(text)).Message.ShouldBe(sentence);

    [Fact]
    public void A_seed_makes_the_same_program_each_time()
    {
        for (int seed = 0; seed < 100; seed++)
        {
            ProgramGenerator.FromSeed(seed).ToString().ShouldBe(ProgramGenerator.FromSeed(seed).ToString());
        }
    }

    [Fact]
    public void Every_kind_of_step_and_every_way_into_the_pool_is_made()
    {
        Step[] steps = [.. Programs.SelectMany(static p => p.All)];
        steps.Select(static s => s.Kind).Distinct().Order().ShouldBe(Enum.GetValues<StepKind>());
        steps.Select(static s => s.Form).Distinct().Order().ShouldBe(Enum.GetValues<Form>());
    }

    [Fact]
    public void A_smaller_program_is_a_program_and_smaller()
    {
        foreach (PoolProgram program in Programs.Take(60))
        {
            foreach (PoolProgram smaller in ProgramShrinker.Shrink(program))
            {
                PoolProgram.Parse(smaller.ToString()).ToString().ShouldBe(smaller.ToString());
                Size(smaller).ShouldBeLessThan(Size(program));
            }
        }
    }

    private static long Size(PoolProgram program) =>
        program.All.Sum(static s => 1000L + (s.Form == Form.Global ? 0 : 1) + s.Numbers.Sum(static n => (long)n));
}
