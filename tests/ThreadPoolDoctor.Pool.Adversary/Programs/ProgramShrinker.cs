namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// Smaller programs, the boldest first: halves of the steps, a step less, a body in its step's place, less of it.
/// </summary>
internal static class ProgramShrinker
{
    internal static IEnumerable<PoolProgram> Shrink(PoolProgram program) =>
        ShrinkSteps(program.Steps, Place.Outside | Place.Setting).Select(static s => new PoolProgram(s));

    private static IEnumerable<IReadOnlyList<Step>> ShrinkSteps(IReadOnlyList<Step> steps, Place place)
    {
        if (steps.Count > 3)
        {
            yield return [.. steps.Take(steps.Count / 2)];
            yield return [.. steps.Skip(steps.Count / 2)];
        }
        for (int i = 0; i < steps.Count; i++)
        {
            yield return Replaced(steps, i);
        }
        for (int i = 0; i < steps.Count; i++)
        {
            if (steps[i].Body.Count > 0 && steps[i].Body.All(s => (s.Row.Place & place) != 0))
            {
                yield return Replaced(steps, i, [.. steps[i].Body]);
            }
            foreach (Step smaller in ShrinkStep(steps[i]))
            {
                yield return Replaced(steps, i, smaller);
            }
        }
    }

    private static IEnumerable<Step> ShrinkStep(Step step)
    {
        if (step.Form is not (Form.Global or Form.Local))
        {
            yield return step with { Form = Form.Global };
        }
        for (int i = 0; i < step.Numbers.Count; i++)
        {
            foreach (int smaller in ShrinkNumber(step.Numbers[i], step.Row.Least[i]))
            {
                int[] numbers = [.. step.Numbers];
                numbers[i] = smaller;
                yield return step with { Numbers = numbers };
            }
        }
        foreach (IReadOnlyList<Step> body in ShrinkSteps(step.Body, step.Row.Inside))
        {
            yield return step with { Body = body };
        }
    }

    /// <summary>Four steps at most: each trial of a program takes long, and round numbers read better.</summary>
    private static IEnumerable<int> ShrinkNumber(int number, int least) =>
        new[] { least, number / 10, number / 4, number / 2 }.Where(n => n >= least && n < number).Distinct();

    private static IReadOnlyList<Step> Replaced(IReadOnlyList<Step> steps, int index, params Step[] by) =>
        [.. steps.Take(index), .. by, .. steps.Skip(index + 1)];
}
