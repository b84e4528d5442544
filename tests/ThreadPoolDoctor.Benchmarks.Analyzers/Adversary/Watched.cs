namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>The promise that rules and fixes come to an end, whatever they are given.</summary>
internal static class Watched
{
    /// <summary>What is done before the rules are asked: the time that it takes is no fault of theirs.</summary>
    public const string Compiler = "the compiler", Program = "the program";

    // A program takes a second or two; the machine may be busy.
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Judges a program step by step. What does not end goes on in the background: neither a rule nor a fix can be
    /// stopped from outside.
    /// </summary>
    /// <param name="judge">Is given what it says the beginning of each step to: what it is, and behind a colon at
    /// what.</param>
    /// <param name="late">Ends when it has taken too long; after five minutes unless given.</param>
    public static async Task<Judgement> TryAsync(Func<Action<string>, Task<Judgement>> judge, Task? late = null)
    {
        string step = Compiler;
        Task<Judgement> all = Task.Run(() => judge(next => Volatile.Write(ref step, next)));
        if (await Task.WhenAny(all, late ?? Task.Delay(s_longest)) == all) return await all;
        string last = Volatile.Read(ref step);
        return last is Compiler or Program ? Judgement.Not($"{last} does not end")
            : Judgement.Of(0, 0, [new($"{last.Split(':')[0]} does not end", $"{last}: no end in {s_longest.TotalMinutes} minutes")]);
    }
}
