using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;
using static ThreadPoolDoctor.Analyzers.Certainty;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The table of all reasons to report nothing. A new false alarm costs a row here, a silent test, a loud neighbour, and
/// a line that the rule pages take from <see cref="Exemption.Says"/>; a test asks for all three. The order is that of
/// the questions: what is cheap comes first.
/// </summary>
internal static class Exemptions
{
    private const string Waits = "1234";

    public static IReadOnlyList<Exemption> All { get; } =
    [
        // Whole bodies.
        new("dual mode", Waits, Scope.Body, Sure,
            "methods that are told whether they may wait (`bool async`), and those that return null for a task",
            c => DualMode.IsDual(c.Body)),
        new("intended", "12345678", Scope.Body | Scope.Step, Sure,
            "code marked `[IntentionallyBlocking(\"reason\")]`: the member, its type or the assembly", Intent.IsSaid),
        new("synchronous half", Waits, Scope.Reported, Sure,
            "private functions that are only called where nobody asked for async",
            c => DualMode.IsSynchronousHalf(c.Examination, c.Body)),

        // Places.
        new("start of main", "12345", Scope.Place | Scope.Loop, Sure,
            "the main method before its first await: it has the process's first thread to itself",
            Places.IsBeforeFirstAwait, Side.WorkItem),
        new("first part of LongRunning", "12345", Scope.Place | Scope.Loop, Sure,
            "what an async method does before its first await, where it is only started as `LongRunning`: it has that thread to itself",
            Places.IsOnOwnThread, Side.WorkItem),
        new("main thread", "12345", Scope.Place | Scope.Loop, Sure,
            "code behind `await factory.SwitchToMainThreadAsync()`: it runs on the window's thread", Places.IsOnMainThread, Side.WorkItem),
        new("dead code", Waits, Scope.Place, Sure,
            "code behind a return, under `if (false)`, or under what was ruled out before (`line = new(); ... if (line == null)`)", Places.IsDead),
        new("expression tree", Waits, Scope.Place, Sure, "expression trees and queries that a database translates",
            Places.IsInTree),
        new("synchronous branch", Waits, Scope.Place, Sure,
            "the branch that is taken when nobody asked for async (`if (async) ... else ...`)",
            Places.IsSynchronousBranch),
        new("twin in the other branch", Waits, Scope.Place, Sure,
            "a call whose async twin is awaited in the other branch",
            c => c.Body.SpeaksOfAsync && DualMode.HasTwinInOtherBranch(c.Node)),
        new("asked in vain", Waits, Scope.Call, Doubtful,
            "a call of an object that was asked before for what has its async twin "
                + "(`if (command is DbCommand own) await own.ExecuteReaderAsync(); else command.ExecuteReader();`)",
            c => c.Body.SpeaksOfAsync
                && DeniedTypes.HaveMethod(c.Examination, c.Node, c.Site.Target.Name + "Async"), Side.Both),
        new("debugger", Waits, Scope.Place, Doubtful,
            "what is only done while a debugger is attached, or until it is", c => Debugging.Needs(c.Node)),
        new("lock", "345", Scope.Place | Scope.Way, Sure,
            "files, signals and loops under a `lock`, or between Enter and Exit of a lock that belongs to its thread (waits for tasks, "
                + "sleeps, processes, databases and the network are reported there: the whole queue at the lock waits with them)", Locks.KeepSilent),
        new("throw helper", Waits, Scope.Place, Doubtful,
            "helpers that only throw (`ThrowIfClosed()`)", c => LowConfidence.IsThrowHelper(c.Site), Side.Helper),
        new("switched off", Waits, Scope.Place, Doubtful,
            "what a helper only does when a static flag is set that is off by itself", LowConfidence.IsSwitchedOff,
            Side.Helper),
        new("stack used up", Waits, Scope.Place, Doubtful,
            "what a helper only does when the stack is used up (`TryEnsureSufficientExecutionStack`)",
            LowConfidence.IsForStack, Side.Helper),

        // Calls that the catalogue lists.
        new("harmless list", Waits, Scope.Call | Scope.Pair | Scope.Step, Sure,
            "members that a project trusts: `threadpooldoctor.trusted`, or a `threadpooldoctor.harmless.txt`",
            c => c.Examination.Lists.IsHarmless(c.Site.Target)),
        new("mock", Waits, Scope.Call | Scope.Pair | Scope.Step, Sure,
            "calls of an interface that a mocking library answers (`Substitute.For<IOrders>()`, `mock.Object`): no implementation runs", Mocks.Answer),
        new("console of main", "3", Scope.Call | Scope.Path, Sure,
            "console input in the main method", c => c.Item is { IsEntryPoint: true }
            && c.Needs(Circumstance.Interactive), Side.WorkItem),
        new("form that was read", "3", Scope.Call | Scope.Path, Sure,
            "`HttpRequest.Form` in actions, page handlers, model binders and filters around them, behind `ReadFormAsync` of that request, "
                + "also in a method that was awaited, and where a part of the form is a parameter: it has been read",
            c => c.Needs(Circumstance.ReadOnce) && ReadForms.IsRead(c), Side.WorkItem),
        new("form of a service", "3", Scope.Call | Scope.Path, Doubtful,
            "`HttpRequest.Form` of the request that `IHttpContextAccessor` tells: who asks for it is called by an action, whose form has been read",
            c => c.Needs(Circumstance.ReadOnce) && ReadForms.IsOfAccessor(c), Side.WorkItem),
        new("own twin", Waits, Scope.Call, Sure,
            "the method that is itself the async twin (`ReadAsync() => Task.FromResult(Read())`)", Places.IsOwnTwin,
            Side.WorkItem),
        new("zero time-out", Waits, Scope.Call, Sure,
            "waits with a time-out of zero, which only ask, and what is told to wait for no answer "
                + "(`CommandFlags.FireAndForget`)",
            c => Timeouts.AreZero(c.Model, c.Site) || Timeouts.AsksForNoAnswer(c.Model, c.Site)),
        new("completed task", "1", Scope.Call, Sure,
            "tasks that have provably ended: awaited before, guarded by IsCompleted, an antecedent, a result of WhenAll or WhenAny",
            c => !c.IsNotOnTask && (LowConfidence.IsOfContinued(c) || Completion.IsProven(c.Examination, c.Body, c.Site))),
        new("end in a callback", "3", Scope.Call | Scope.Step, Sure,
            "EndX of a result that is handed in: in the callback of BeginX it has ended; also behind an await of its end",
            c => c.IsNotOnTask && (KnownIO.IsEndInCallback(c.Model, c.Site)
                || KnownIO.IsEndOfAwaited(c.Examination, c.Body, c.Site))),
        new("stream of a response", "3", Scope.Call, Sure,
            "asking a response for its stream: only reading waits", c => c.IsNotOnTask
            && KnownIO.IsStreamOfResponse(c.Examination, c.Site)),
        new("socket that does not wait", "3", Scope.Call, Sure,
            "sockets with `Blocking = false`, and what is received, read or accepted once `Available`, `DataAvailable`, `Pending` or a "
                + "poll says so, also in the filter of a query, by a `Select`, or as much as `BytesToRead` says",
            c => c.IsNotOnTask && KnownIO.IsOnSocketThatDoesNotWait(c.Examination, c.Body, c.Site)),
        new("asked for by the caller", "3", Scope.Way, Sure,
            "a helper that reads once what its caller has asked for (`if (stream.DataAvailable) Take(stream)`)",
            c => c.Row is { Ailment: Ailments.BlockingIO } and not ForeignCall
                && ArrivedBytes.WereAskedForByCaller(c.Examination, c.Site, c.Callers!)),
        new("datagram socket", "3", Scope.Call, Sure,
            "connecting a socket that was made for datagrams, or a `UdpClient`, to an address, which only keeps it, "
                + "and sending over one, as nobody answers",
            c => c.IsNotOnTask && KnownIO.AsksNobody(c.Examination, c.Site)),
        new("own pair", "3", Scope.Call, Sure,
            "connecting to a listener at the loopback address that the method has made itself, "
                + "and accepting that connection",
            c => c.IsNotOnTask && LoopbackPair.Is(c.Examination, c.Site)),
        new("buffered request", "3", Scope.Call | Scope.Pair, Sure,
            "GetRequestStream of an `HttpWebRequest` of .NET: it writes to memory, and is sent with GetResponse, unless buffering is switched off",
            c => c.IsNotOnTask && BufferedRequests.Give(c.Examination, c.Node)),
        new("nothing to flush", "3", Scope.Call | Scope.Pair, Sure,
            "flushing a `NetworkStream`, a pipe or the answer of an `HttpListener`, which keep nothing back, nor does TLS over them, or over what nobody sees",
            c => c.IsNotOnTask && Flushes.AreOfNothing(c.Examination, c.Site)),
        new("begun with its first command", "3", Scope.Call | Scope.Pair, Sure,
            "beginning a transaction of Npgsql, which sends nothing before its first command",
            c => c.IsNotOnTask && KnownIO.OnlyNotesDown(c.Site.Target)),
        new("memory", "3", Scope.Call | Scope.Pair, Sure,
            "streams, readers and writers that end in memory, however wrapped; and the stream of a content that was loaded before",
            c => c.IsNotOnTask && (c.End == Endpoint.Memory
                || c.Node is ExpressionSyntax call && HeldContent.IsStreamOfLoaded(c.Examination, call))),
        new("task of memory", "1", Scope.Call | Scope.Way, Sure,
            "tasks of streams, readers, writers and contents that end in memory: they have ended when they are given",
            c => LowConfidence.IsOnTask(c) && LowConfidence.Awaited(c.Node) is { } task
                && (Endpoints.IsTaskOfMemory(c.Examination, task, c.Callers) || HeldContent.IsReadBy(c.Examination, task, c.Callers))),
        new("handed writer", "3", Scope.Call, Sure,
            "a TextWriter that was handed in: a string's buffer as often as a file's",
            c => c.IsNotOnTask && c.End == Endpoint.Unknown && Endpoints.IsHandedWriter(c.Examination, c.Site)),
        new("own object", "3", Scope.Call, Sure,
            "a member of an interface of the framework (`IDbTransaction.Commit`) on an object of a class of the solution, "
                + "whose own method does not wait",
            c => c.IsNotOnTask && c.Row is not ForeignCall && !Endpoints.Decide(c.Site.Target)
                && OwnObjects.DoNotWait(c.Examination, c.Site)),
        new("no device", "3", Scope.Call | Scope.Way, Sure,
            "readers of a format (XML, JSON, hashes, a sheet as an `IDataReader`) unless a file or a connection is at their end",
            c => c.IsNotOnTask && (c.Needs(Circumstance.OverDevice) || c.Needs(Circumstance.NotOverStream))
                && (c.Callers is null ? !IsForCallersToSay(c) : EndDecides(c)) && c.End != Endpoint.Device
                && (c.Needs(Circumstance.OverDevice) || Endpoints.IsOverStream(c.Examination, c.Site))),
        new("stream of an object", "3", Scope.Call | Scope.Pair, Doubtful,
            "a stream that another object of the program offers (`message.Body`), unless somebody is seen to open it, "
                + "or a name says that it is far",
            c => c.IsNotOnTask && c.Row is not ForeignCall && c.End == Endpoint.Unknown
                && Endpoints.IsOfObject(c.Examination, c.Site)),
        new("no bound", "4", Scope.Call, Sure, "adding to a collection without a bound",
            c => c.IsNotOnTask && !c.Needs(Circumstance.OverDevice) && c.Needs(Circumstance.Bounded)
                && !Endpoints.IsBounded(c.Examination, c.Site)),
        new("finished collection", "4", Scope.Call | Scope.Way, Sure,
            "taking from a BlockingCollection behind its `CompleteAdding`: what is left is there, and no more comes",
            FinishedCollections.IsTakenFrom),
        new("short reader-writer lock", "4", Scope.Call, Sure,
            "a reader-writer lock that is given back before anything is awaited",
            c => Locks.IsShortHere(c.Body, c.Row!, c.Node), Side.WorkItem),
        new("lock made anew", "4", Scope.Call, Sure,
            "a reader-writer lock that a getter makes each time it is asked: nobody else has it; and a lock, an open signal or a semaphore "
                + "with a place left that the method has just made",
            c => Locks.IsMadeAnew(c.Examination, c.Row!, c.Node) || FreshSignals.IsFree(c.Examination, c.Row!, c.Node)),
        new("short lock in a helper", "4", Scope.Call, Sure,
            "a helper that takes such a lock and gives it back, and a spin beside a CompareExchange",
            c => Locks.IsShort(c.Body, c.Row!), Side.Helper),
        new("value task", "1", Scope.Call, Doubtful,
            "value tasks in helpers: nobody may wait for one that has not ended", LowConfidence.IsOfValueTask,
            Side.Helper),
        new("spin", "4", Scope.Call, Doubtful,
            "spinning in helpers: what is spun for is a few instructions away",
            c => c.Site.Target.ContainingType.Name == "SpinWait", Side.Helper),
        new("kept awaiter", "1", Scope.Call, Doubtful,
            "an awaiter that is kept, or was asked whether it is there", c => LowConfidence.IsOnTask(c)
            && LowConfidence.IsKeptAwaiter(c), Side.Both),
        new("flagged task", "1", Scope.Call, Doubtful,
            "a task of which the object that holds it says that it is there (`if (answer.HasValue) answer.Task.Result`)",
            c => LowConfidence.IsOnTask(c) && LowConfidence.IsFlagged(c), Side.Both),
        new("race with a token", "1", Scope.Call, Doubtful,
            "a task that was raced with what only cancellation ends (`await Task.WhenAny(task, cancelled); token.ThrowIfCancellationRequested();`)",
            c => LowConfidence.IsOnTask(c) && LowConfidence.IsRaced(c), Side.Both),
        new("continuation", "1", Scope.Call, Doubtful,
            "the task that a lambda is run with (`task.Then(t => t.Result)`)", c => LowConfidence.IsOnTask(c)
            && LowConfidence.IsOfContinuation(c), Side.Both),
        new("visitor", "1", Scope.Call, Doubtful,
            "visitors of a tree in memory (`AcceptAsync(visitor).Result`)", c => LowConfidence.IsOnTask(c)
            && LowConfidence.IsOfVisitor(c), Side.Both),
        new("lambda that ends", "1", Scope.Call, Doubtful,
            "what is wrapped up and taken out again (`Run(() => Task.FromResult(work())).Result`)",
            c => LowConfidence.IsOnTask(c) && LowConfidence.IsOfLambdaThatEnds(c), Side.Both),
        new("mutex of few lines", "4", Scope.Call, Doubtful,
            "a semaphore, a mutex or an `AutoResetEvent(true)` that a type keeps as a mutex and holds for a few lines, whoever holds it",
            c => ShortMutex.Is(c.Examination, c.Site, c.Row!), Side.Helper),
        new("cause of the item", "3", Scope.Call | Scope.Path, Doubtful,
            "WaitForExit in the Exited event of a process, and reading what it said", LowConfidence.IsOfCause,
            Side.WorkItem),
        new("exited process", "13", Scope.Call, Doubtful,
            "WaitForExit of a process that has exited (`if (process.HasExited)`), or whose end was waited for, and reading what it said behind that",
            LowConfidence.IsOfExited, Side.Both),
        new("spinning loop", "5", Scope.Loop, Doubtful,
            "loops that spin until another thread has come a few instructions further",
            c => LowConfidence.IsSpinning(c.Node), Side.Helper),

        // Calls of helpers, and the ways through them.
        new("helper without time", Waits, Scope.Step, Sure,
            "helpers that are given a time-out of zero", c => Timeouts.AreZero(c.Model, c.Site, isHelper: true)),
        new("final dispose", Waits, Scope.Step, Sure, "`Dispose(false)`, which leaves alone all that could wait",
            Places.IsFinalDispose),
        new("closed branch", Waits, Scope.Way, Sure,
            "branches of a helper that what this caller hands over closes (`Save(flush: false)`)",
            c => Branches.AreClosed(c.Examination, c.Callers!, c.Node)),
        new("flag of the object", "12345", Scope.Call | Scope.Way, Sure,
            "branches that what the object was made with closes (`new Node(owns: false).Close()`, where `if (_owns) ...`)",
            KeptFlags.CloseIt),
        new("another's override", "12345", Scope.Way, Sure,
            "overrides of another class than that of the object that came there (`this` through a method of its base)",
            c => SameObject.IsAnothers(c.Examination, c.Callers!, c.Site)),
        new("lock given back", "4", Scope.Call | Scope.Way, Sure,
            "a reader-writer lock that a helper hands over, and a `using` without an await gives back",
            c => c.Row?.Type == "System.Threading.ReaderWriterLockSlim"
                && Locks.Taking(c) is { } taking && Locks.IsGivenBack(taking), Side.Both),
        new("content that has come", "1", Scope.Way, Doubtful,
            "the content of a response that a helper is given by who did not ask for the headers alone: it has come whole; and asking "
                + "any response for its stream in a helper: only reading waits",
            c => LowConfidence.IsOnTask(c) && LowConfidence.IsOfReceived(c), Side.Helper),
        new("low path confidence", "12345", Scope.Way, Doubtful,
            "ways through helpers that are too long, or depend on too many conditions, for what waits at their end",
            c => c.Row is not null && PathConfidence.IsLow(c.Callers!, c.Site, c.Examination)),
        new("helper in memory", "3", Scope.Way, Sure,
            "helpers that are given a stream in memory", c => EndDecides(c) && c.End == Endpoint.Memory),
        new("unknown end", "3", Scope.Way, Doubtful,
            "helpers that read or write a stream of which nobody knows what is at its end", c => EndDecides(c)
            && c.End == Endpoint.Unknown),
        new("unknown end of a pair", "3", Scope.Pair, Doubtful,
            "readers and writers that nobody listed, and what is made over a stream, or over a message that gives one, "
                + "unless a file or a connection is at their end",
            c => c.End != Endpoint.Device
                && (Endpoints.Decide(c.Site.Target) || Endpoints.IsOverStream(c.Examination, c.Site))),
        new("memory that is given", "3", Scope.Pair, Doubtful,
            "what is written to a stream in memory, or read from one, that is handed to it (`image.Save(memory)`), unless it goes on to somewhere else",
            c => Endpoints.IsGivenMemory(c.Examination, c.Site, c.Callers)),
        new("own twin of a stream", "3", Scope.Path, Sure,
            "a stream's ReadAsync that answers by its own Read", Places.IsOwnTwinOfStream),
        new("run later", Waits, Scope.Path, Sure, "iterators that are handed on: who goes through them runs them",
            Places.IsRunLater),
        new("made at first", "1", Scope.Path, Doubtful,
            "getters that wait for what is done once, when they are first asked",
            c => KeptValues.AreMadeAtFirst(c.Examination, c.Site.Target, c.Path!)),
        new("helper of a completed task", "1", Scope.Path, Sure,
            "helpers that are handed a task that has ended", c => !c.IsNotOnTask
            && Completion.IsHandedOver(c.Examination, c.Body, c.Site)),
    ];

    private static readonly Dictionary<Scope, Exemption[]> s_byScope = ((Scope[])Enum.GetValues(typeof(Scope)))
        .ToDictionary(scope => scope, scope => All.Where(row => (row.Scope & scope) != 0).ToArray());

    /// <summary>
    /// The first row that speaks against a candidate; null when none does, and it is reported or followed.
    /// </summary>
    public static Exemption? First(Scope scope, Candidate candidate)
    {
        bool skipsDoubtful = candidate.Examination.Options.ReportsDoubtful;
        foreach (Exemption row in s_byScope[scope])
        {
            if (skipsDoubtful && row.Certainty == Doubtful || !row.AppliesTo(candidate)) continue;
            candidate.Examination.RememberExempted(candidate.Node, row);
            return row;
        }
        return null;
    }

    /// <summary>Whether a row of the table speaks against a candidate.</summary>
    public static bool IsExempt(this Candidate candidate, Scope scope) => First(scope, candidate) is not null;

    // Save(BinaryWriter writer): what is at its end is asked on each way that leads there.
    private static bool IsForCallersToSay(Candidate c) =>
        c.Side == Side.Helper && c.Needs(Circumstance.OverDevice) && EndDecides(c) && c.End == Endpoint.Unknown;

    private static bool EndDecides(Candidate c) =>
        c.Row is { Ailment: Ailments.BlockingIO } && Endpoints.Decide(c.Site.Target);
}
