namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>A promise that does not hold for a program.</summary>
/// <param name="Promise">Which, and what about it: the same for programs that break it in the same way.</param>
/// <param name="Text">What was seen.</param>
internal sealed record Breach(string Promise, string Text);

/// <summary>What is known of a program after it has been judged.</summary>
/// <param name="WhyNot">Why the program could not be judged: it does not compile, or does not end. Null if it
/// was.</param>
/// <param name="Findings">How many findings the rules have.</param>
/// <param name="Cured">How many fixes were applied.</param>
/// <param name="Breaches">The promises that were broken.</param>
internal sealed record Judgement(string? WhyNot, int Findings, int Cured, IReadOnlyList<Breach> Breaches)
{
    public static Judgement Of(int findings, int cured, IReadOnlyList<Breach> breaches) => new(null, findings, cured, breaches);

    public static Judgement Not(string why) => new(why, 0, 0, []);
}
