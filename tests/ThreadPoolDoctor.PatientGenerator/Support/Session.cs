using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading;

namespace Support;

/// <summary>
/// One run of a generated program: its clock, its announcement that it is ready, its end. No thread of the pool is
/// used.
/// </summary>
internal static class Session
{
    private const int LongestSeconds = 300;
    private static int s_number;
    private static long s_done;
    private static long s_left;

    /// <summary>How many times the usual load this machine needs to be as ill as a small one.</summary>
    public static double Size => Math.Max(1, Environment.ProcessorCount / 4.0);

    public static bool GoesOn => Volatile.Read(ref s_number) >= 0;

    /// <summary>Seconds since the start.</summary>
    public static double Now => Stopwatch.GetElapsedTime(s_started).TotalSeconds;

    private static readonly long s_started = Stopwatch.GetTimestamp();

    public static void Start()
    {
        OnThread("end with standard input", static () =>
        {
            using Stream input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
                // Only the end of the input counts.
            }
            Environment.Exit(0);
        });
        OnThread("end in time", static () =>
        {
            Thread.Sleep(TimeSpan.FromSeconds(LongestSeconds));
            Environment.Exit(0);
        });
    }

    /// <summary>How many numbers were given out.</summary>
    public static int Number => Volatile.Read(ref s_number);

    public static int Next() => Interlocked.Increment(ref s_number);

    /// <summary>One more round of some work is done; readiness may wait for it.</summary>
    public static void Done() => Interlocked.Increment(ref s_done);

    public static void OnThread(string name, Action work) => new Thread(() => work()) { IsBackground = true, Name = name }.Start();

    /// <summary>Does something at a steady rate on a thread of its own; when late, it catches up.</summary>
    public static void Every(double milliseconds, Action action) => OnThread("steady arrival", () =>
    {
        long start = Stopwatch.GetTimestamp();
        for (long round = 1; ; round++)
        {
            action();
            double ahead = round * milliseconds - Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            if (ahead >= 1) Thread.Sleep((int)ahead);
        }
    });

    /// <summary>Somebody has left the lock that all take in turn.</summary>
    public static void Left() => Interlocked.Increment(ref s_left);

    /// <summary>Queues as many as have left, from a thread of its own.</summary>
    public static void EveryLeft(Action action)
    {
        long seen = 0;
        Every(2, () =>
        {
            for (long now = Interlocked.Read(ref s_left); seen < now; seen++) action();
        });
    }

    public static void ReadyAt(double second)
    {
        double left = second - Now;
        if (left > 0) Thread.Sleep((int)(left * 1_000));
        // Its id as it is in there: in a container, or under another system's emulation, it is another one outside.
        Console.WriteLine($"ready {Environment.ProcessId}");
        Console.Out.Flush();
    }

    public static void ReadyWhen(Func<bool> condition)
    {
        while (!condition()) Thread.Sleep(20);
        ReadyAt(0);
    }

    /// <summary>
    /// Ready: an empty work item has waited for a whole second, and so many seconds more have passed.
    /// </summary>
    public static void ReadyWhenStarving(double secondsMore)
    {
        while (Delay() < 1_000) Thread.Sleep(20);
        ReadyAt(Now + secondsMore);
    }

    /// <summary>Ready: work waits, and for a second and a half nothing was completed.</summary>
    public static void ReadyWhenStuck()
    {
        (long completed, double since) = (-1, Now);
        while (Now - since < 1.5)
        {
            long now = ThreadPool.CompletedWorkItemCount;
            if (now != completed || ThreadPool.PendingWorkItemCount == 0) (completed, since) = (now, Now);
            Thread.Sleep(20);
        }
        ReadyAt(0);
    }

    /// <summary>Ready: so much work was done, and empty work items have started at once for half a second.</summary>
    public static void ReadyWhenWarm(long done)
    {
        for (int prompt = 0; prompt < 10;)
        {
            prompt = Interlocked.Read(ref s_done) >= done && Delay() < 100 ? prompt + 1 : 0;
            Thread.Sleep(50);
        }
        ReadyAt(0);
    }

    /// <summary>Milliseconds that an empty work item waits for a worker, at most a second.</summary>
    private static double Delay()
    {
        ManualResetEventSlim started = new();
        long queued = Stopwatch.GetTimestamp();
        ThreadPool.UnsafeQueueUserWorkItem(static e => e.Set(), started, preferLocal: false);
        started.Wait(1_000);
        return Math.Min(1_000, Stopwatch.GetElapsedTime(queued).TotalMilliseconds);
    }
}
