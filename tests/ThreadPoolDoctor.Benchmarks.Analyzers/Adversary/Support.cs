namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>What generated programs call: a file of each of them that has nothing to find.</summary>
internal static class Support
{
    public const string FileName = "Support.cs";

    /// <summary>What every file of a program sees.</summary>
    public const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using static Support;

        """;

    public const string Text = """
        /// <summary>What the program did, and what it is made of.</summary>
        public static class Support
        {
            private static readonly List<string> s_trace = [];
            private static readonly Dictionary<int, string> s_waits = [];

            public static SemaphoreSlim Sem { get; } = new(1);

            /// <summary>The file that every file operation is about.</summary>
            public static string ScratchFile { get; set; } = "";

            public static string Trace() { lock (s_trace) return string.Join('\n', s_trace); }

            /// <summary>The waits that were come to, with the kind of thread: "5 pool".</summary>
            public static string[] Waits() { lock (s_trace) return [.. s_waits.Select(wait => $"{wait.Key} {wait.Value}")]; }

            public static Task Begin(string part) { Log(part); return Task.Delay(1); }

            public static int At(int number) { Log("at " + number); return 1 + number % 3; }

            public static int Wait(int number)
            {
                Log("wait " + number);
                lock (s_trace) if (!s_waits.TryGetValue(number, out string? known) || known == "own") s_waits[number] = Thread.CurrentThread.IsThreadPoolThread ? "pool" : "own";
                return 1 + number % 3;
            }

            public static void Log(object? what)
            {
                lock (s_trace)
                {
                    s_trace.Add(what?.ToString() ?? "null");
                    // A program that was made smaller may have lost the end of a loop.
                    if (s_trace.Count > 5000) throw new InvalidOperationException("notes too much");
                }
            }

            public static void Log(params object?[] what) => Log(string.Join(", ", what));

            public static string Scratch(int number) => ScratchFile;

            public static async Task<int> Later(int number) { await Task.Delay(1); return number; }

            public static async Task<T> Later<T>(int number, T value) { await Task.Delay(number); return value; }

            public static async Task LaterVoid(int number) => await Task.Delay(number);

            public static async ValueTask<int> Value(int number) { await Task.Delay(1); return number; }

            public static async Task<int> Fail(int number) { await Task.Delay(1); throw new InvalidOperationException("failed " + number); }

            public static void Throw(int number) => throw new InvalidOperationException("thrown " + number);

            public static string? Maybe(int number) => number % 2 == 0 ? null : "some" + number;

            public static bool TryGet(int number, out int value) { value = number + 1; return number != 1; }

            public static int Sum(int first, int second) => first * 2 + second;

            public static int Many(params int[] numbers) => numbers.Length + numbers[0];

            public static int Ref(ref int target, int number) => target += number;

            public static int In(in int number) => number;

            public static int Apply(Func<int, int> function, int number) => function(number);
        }

        public sealed class Scope : IDisposable
        {
            private readonly int _number;

            public Scope(int number) => Log("open " + (_number = number));

            public void Dispose() => Log("close " + _number);
        }

        public sealed class Pair
        {
            public int First, Second;

            public int Total => First + Second;
        }

        public record Point(int X, int Y);
        """;

    /// <summary>What makes a program of several projects one that is started.</summary>
    public const string Main = "internal static class Start { private static Task Main() => Run(); }\n";

    /// <summary>Methods with twins of the program's own, to be found by name: they are examined.</summary>
    public const string Store = """
        public class Store
        {
            public static int Load(int number) { Thread.Sleep(1); return number + 1; }

            public static async Task<int> LoadAsync(int number) { await Task.Delay(1); return number + 1; }

            public int Fetch(int number) => FetchAsync(number).GetAwaiter().GetResult();

            public async Task<int> FetchAsync(int number, CancellationToken cancellationToken = default) { await Task.Delay(1, cancellationToken); return number + 2; }
        }
        """;
}
