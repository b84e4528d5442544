using System.Collections.Concurrent;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>
/// This assembly's tests run by itself, <c>ThreadPoolDoctor.Pool.Tests run</c>, where no <c>dotnet test</c> is to be
/// had: in a self-contained build on another runtime, another system, or under limits. It says what fails and what it
/// was told to leave out, and ends with "N passed, N failed, N not run".
/// </summary>
internal static class TestRun
{
    /// <param name="arguments">
    /// <c>--only TEXT</c>: tests whose name contains it. <c>--except FILE</c>: lines "TEXT: reason"; tests whose name
    /// contains the text are left out, and an entry that no test matches is a failure. <c>--stuck SECONDS</c>: no test
    /// has ended for so long, which is a failure too. <c>--names</c>: says which test begins, for one that stands with
    /// the whole process. <c>--deny CALL=ANSWER</c>: see <see cref="DeniedCalls"/>; <c>--denied CALL</c> makes sure
    /// that it is.
    /// </param>
    public static int Run(string[] arguments)
    {
        Console.WriteLine($"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}, "
            + $"{Environment.ProcessorCount} processors, {GC.GetGCMemoryInfo().TotalAvailableMemoryBytes >> 20} MiB");
        string? Option(string name) => arguments.SkipWhile(a => a != name).Skip(1).FirstOrDefault();
        // Before the pool's first use: it tries once what the system offers.
        if (Option("--deny") is { } denial) DeniedCalls.DenyHere(denial);
        if (Option("--denied") is { } denied && !DeniedCalls.IsDenied(denied)) throw new InvalidOperationException($"{denied} is not denied.");
        var framework = new XunitTestFramework(new Ignored());
        using var discovered = new Discovery();
        ITestFrameworkDiscoverer discoverer = framework.GetDiscoverer(Reflector.Wrap(typeof(TestRun).Assembly));
        // xunit's own thread looks for the tests; what it throws would be lost, and the end of the search with it.
        var thrown = new ConcurrentQueue<Exception>();
        void Note(object? sender, FirstChanceExceptionEventArgs e) => thrown.Enqueue(e.Exception);
        AppDomain.CurrentDomain.FirstChanceException += Note;
        discoverer.Find(includeSourceInformation: false, discovered, new Options());
        bool found = discovered.Completed.Wait(Patience.Limit);
        AppDomain.CurrentDomain.FirstChanceException -= Note;
        if (!found) throw new AggregateException("The search for tests has not ended.", thrown);

        List<ITestCase> cases = [.. discovered.Cases.Where(test => test.DisplayName.Contains(Option("--only") ?? "", StringComparison.Ordinal))];
        int unmatched = 0, notRun = 0;
        foreach ((string text, string reason) in Exceptions(Option("--except")))
        {
            int left = cases.RemoveAll(test => test.DisplayName.Contains(text, StringComparison.Ordinal));
            Console.WriteLine(left > 0 ? $"left out: {text} ({left}): {reason}" : $"FAILED: no test is called {text}, which was to be left out");
            if (left == 0) unmatched++;
            notRun += left;
        }
        using var results = new Results(TimeSpan.FromSeconds(int.Parse(Option("--stuck") ?? "180")), arguments.Contains("--names"));
        if (cases.Count > 0)
        {
            framework.GetExecutor(typeof(TestRun).Assembly.GetName()).RunTests(cases, results, new Options());
            results.WaitForEnd();
        }
        Console.WriteLine($"{results.Passed} passed, {results.Failed + unmatched} failed, {notRun} not run");
        return results.Failed + unmatched == 0 && results.Passed > 0 ? 0 : 1;
    }

    private static IEnumerable<(string Text, string Reason)> Exceptions(string? file)
    {
        foreach (string line in file is null ? [] : File.ReadAllLines(file))
        {
            if (line.Length == 0 || line[0] == '#') continue;
            int colon = line.IndexOf(": ", StringComparison.Ordinal);
            if (colon < 1) throw new FormatException($"'{line}' gives no reason.");
            yield return (line[..colon], line[(colon + 2)..]);
        }
    }

    private sealed class Ignored : LongLivedMarshalByRefObject, IMessageSink
    {
        public bool OnMessage(IMessageSinkMessage message) => true;
    }

    private sealed class Discovery : LongLivedMarshalByRefObject, IMessageSink, IDisposable
    {
        public ConcurrentQueue<ITestCase> Cases { get; } = [];

        public ManualResetEventSlim Completed { get; } = new();

        public bool OnMessage(IMessageSinkMessage message)
        {
            if (message is ITestCaseDiscoveryMessage found) Cases.Enqueue(found.TestCase);
            if (message is IDiscoveryCompleteMessage) Completed.Set();
            return true;
        }

        public void Dispose() => Completed.Dispose();
    }

    private sealed class Results(TimeSpan stuck, bool names) : LongLivedMarshalByRefObject, IMessageSink, IDisposable
    {
        private readonly ConcurrentDictionary<string, long> _running = [];
        private readonly ManualResetEventSlim _ended = new();
        private int _passed, _failed;
        private long _lastEnd = Stopwatch.GetTimestamp();

        public int Passed => _passed;

        public int Failed => _failed;

        public bool OnMessage(IMessageSinkMessage message)
        {
            switch (message)
            {
                case ITestStarting starting: Begin(starting.Test.DisplayName); break;
                case ITestPassed: Interlocked.Increment(ref _passed); break;
                case ITestFailed failed: Fail(failed.Test.DisplayName, failed); break;
                // None is skipped in silence: a test that cannot hold somewhere stands in that lane's exceptions.
                case ITestSkipped skipped: Fail($"{skipped.Test.DisplayName} was skipped: {skipped.Reason}", null); break;
                case IErrorMessage error: Fail("outside a test", error); break;
                case ITestClassCleanupFailure error: Fail("clean-up of a class", error); break;
                case ITestAssemblyFinished: _ended.Set(); break;
            }
            if (message is ITestFinished finished)
            {
                _running.TryRemove(finished.Test.DisplayName, out _);
                Volatile.Write(ref _lastEnd, Stopwatch.GetTimestamp());
            }
            return true;
        }

        public void WaitForEnd()
        {
            while (!_ended.Wait(TimeSpan.FromSeconds(1)))
            {
                if (Stopwatch.GetElapsedTime(Volatile.Read(ref _lastEnd)) < stuck) continue;
                Fail($"no test has ended for {stuck.TotalSeconds} s; at work: {string.Join(", ", _running.Keys)}", null);
                return;
            }
        }

        public void Dispose() => _ended.Dispose();

        private void Begin(string name)
        {
            _running[name] = Stopwatch.GetTimestamp();
            if (names) Console.WriteLine($"begins: {name}");
        }

        private void Fail(string what, IFailureInformation? why)
        {
            Interlocked.Increment(ref _failed);
            Console.WriteLine(why is null ? $"FAILED: {what}" : $"FAILED: {what}\n{ExceptionUtility.CombineMessages(why)}\n{ExceptionUtility.CombineStackTraces(why)}");
        }
    }

    /// <summary>xunit's own defaults.</summary>
    private sealed class Options : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
    {
        public TValue GetValue<TValue>(string name) => default!;

        public void SetValue<TValue>(string name, TValue value) => throw new NotSupportedException(name);
    }
}
