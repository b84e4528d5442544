using System.Diagnostics;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// Makes a program that breaks a promise smaller, as long as it breaks the same one. FsCheck walks the smaller
/// programs; when the time is up all the rest are said to hold, which ends the walk where it is.
/// </summary>
internal static class Shrinking
{
    /// <summary>The smallest program found, and what it breaks.</summary>
    internal static (PoolProgram Program, IReadOnlyList<Violation> Violations) Smallest(
        PoolProgram program, IReadOnlyList<Violation> violations, Trial trial, TimeSpan time)
    {
        long since = Stopwatch.GetTimestamp();
        Promise promise = violations[0].Promise;
        PoolProgram smallest = program;
        // The first answer is known, and costs no trial.
        bool first = true;
        bool Holds(PoolProgram candidate)
        {
            if (!first && Stopwatch.GetElapsedTime(since) > time)
            {
                return true;
            }
            IReadOnlyList<Violation> seen = first ? violations : trial.Try(candidate).Violations;
            first = false;
            if (!seen.Any(v => v.Promise == promise))
            {
                return true;
            }
            (smallest, violations) = (candidate, seen);
            return false;
        }
        Arbitrary<PoolProgram> programs = Arb.From(Gen.Constant(program), ProgramShrinker.Shrink);
        Check.One(Config.Quick.WithMaxTest(1).WithRunner(new SilentRunner()), Prop.ForAll(programs, Holds));
        return (smallest, violations);
    }

    private sealed class SilentRunner : IRunner
    {
        public void OnStartFixture(Type t)
        {
        }

        public void OnArguments(
            int ntest, FSharpList<object> args, FSharpFunc<int, FSharpFunc<FSharpList<object>, string>> every)
        {
        }

        public void OnShrink(FSharpList<object> args, FSharpFunc<FSharpList<object>, string> everyShrink)
        {
        }

        public void OnFinished(string name, TestResult testResult)
        {
        }
    }
}
