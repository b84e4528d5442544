using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Where a wait is cold: it holds a pool thread, but once, or while nobody else needs one, so that few would act on it.
/// Cold findings are suggestions; requests, hubs, handlers of messages, timers, loops and whatever else is not in the
/// table are warnings. What was seen in production outranks it.
/// </summary>
internal static class Heat
{
    private delegate bool Question(Finding finding, Body member, ISymbol? symbol, Examination examination);

    /// <summary>One row a kind of cold place, and why it is cold, wherever the work comes from.</summary>
    private static readonly (string Name, string Why, Question Applies)[] s_alwaysCold =
    [
        ("made once", "who asks a Lazy first waits, and whoever asks meanwhile; nobody later",
            (finding, _, _, _) => finding.Path.Any(step => LazyValues.IsValue(step.Target))),
        ("kept once made", "what is kept in a static field, or by a getter, is made when it is first asked for",
            (finding, _, _, examination) => finding.Path.Any(step => KeptValues.IsMaking(examination, step.Node))),
        ("no asynchronous calls", "what cannot be awaited can only be kept short, or moved to a thread of its own",
            (finding, _, _, examination) => Waits.WithBlockingTwin(finding, examination) || Waits.ForCopy(finding)
                || Waits.ForOtherProcess(finding, examination)),
        ("content that has come", "HttpClient gives a response back when its content is there, and nobody waits for it any more",
            (finding, _, _, examination) => Waits.ForContentThatHasCome(finding, examination)),
        ("answer of an error", "what a server says of an error is a few words that mostly came with it, and is seldom read",
            (finding, _, _, examination) => Waits.ForAnswerOfError(finding, examination)),
        ("polled before", "a loop has waited for it to come, for some time: it is there, or something is wrong",
            (finding, _, _, examination) => Waits.WasPolledFor(finding, examination)),
        ("no asynchronous calls yet", "who sets up a connection by a library that has nothing to await there can only take a later one",
            (finding, _, _, examination) => (finding.Row.When & Circumstance.NoTwin) != 0
                && IsNotComeToBy(ManyTimes, finding, examination)),
        ("mutex of few lines", "who holds the semaphore gives it back a few lines later, as with a lock",
            (finding, _, _, examination) => ShortMutex.Is(examination, finding.Path[finding.Path.Length - 1], finding.Row)),
        ("switched off for another analyzer", "who wrote it was told of it at this very place, and means it",
            (finding, _, _, examination) => SwitchedOff.Is(examination, finding)),
        ("test", "nobody waits but the test", (_, _, symbol, examination) => IsTest(symbol, examination.Compilation)),
        ("waits for a person", "who types is who waits, and the console has nothing that could be awaited",
            (finding, _, _, examination) => Waits.ForPerson(finding, examination)),
        ("command-line program", "one command in one process: what it does one after the other, in a loop as well, holds up nobody else",
            (finding, _, _, examination) => examination.IsCommandLineProgram
                && (finding.Item.Kind == WorkItemKind.AsyncBody || IsQueuedOnce(finding) && ProgramKind.Ends(examination))
                && (Reach.Of(examination, finding) & ~Reached.FromMain) == 0),
        ("reached from main alone", "the same, where no arguments are parsed: main comes to it, and nothing that comes again",
            (finding, _, _, examination) => ProgramKind.Ends(examination)
                && (finding.Item.Kind == WorkItemKind.AsyncBody
                    ? Reach.Of(examination, finding) == Reached.FromMain
                    : IsQueuedOnce(finding) && Reach.OfBody(examination, finding) == Reached.FromMain)),
        ("main of a program that ends", "its one thread is kept for that, in a loop as well, and nobody else waits for one",
            (finding, _, _, examination) => finding.Item.IsEntryPoint && ProgramKind.Ends(examination)),
        ("open gate", "it stands open until a person closes it, and who waits then is meant to",
            (finding, _, _, examination) => IsForNobody(finding, examination) && Waits.AtOpenGate(finding, examination)),
        ("tick before", "a tick that comes while the last one is at work is seldom, and one",
            (finding, _, _, examination) => Waits.ForOwnTurn(finding, examination)
                && (Reach.Of(examination, finding) & ~Reached.FromMain) == Reached.ByTicks),
        ("configuration", "a few kilobytes of a file, mostly once, or when somebody changes a setting",
            (finding, _, _, examination) => IsOfConfiguration(finding) && LocalFiles.Is(examination, finding.Path[finding.Path.Length - 1])),
        ("file", "a disk answers in milliseconds, one after the other, and what awaits it may hold a pool thread too",
            (finding, _, _, examination) => Waits.ForFile(finding, examination)
                && (IsForNobody(finding, examination)
                    || (examination.ServesNobody || IsOwnOrOfProgram(finding, examination))
                        && IsNotComeToBy(ManyTimes, finding, examination))),
        ("file behind helpers", "each method on the way would have to become asynchronous, for milliseconds",
            (finding, _, _, examination) => HelpersOf(finding) > 1 && Waits.ForFile(finding, examination)
                && IsNotComeToBy(Reached.InBatches, finding, examination)),
        ("file kept in a cache", "who comes while the cache does not have it waits, and nobody later",
            (finding, _, _, examination) => Waits.ForFile(finding, examination)
                && finding.Path.Any(step => CachedValues.IsMaking(step.Node))),
        ("file of a log", "whoever writes a log to a file means each line to be there when the call comes back",
            (finding, _, _, examination) => finding.Item.Api == Conventions.Logging
                && Waits.ForFile(finding, examination)),
        ("file after a failure", "what is written down in a catch is meant to be there whatever happens next, and is written seldom",
            (finding, _, _, examination) => Waits.ForFile(finding, examination)
                && finding.Path.Any(step => Retries.IsInCatch(step.Node))),
        ("end of a connection", "a socket that nobody uses any more is disconnected, once",
            (finding, _, _, _) => Waits.ForEndOfConnection(finding)),
        ("a window's thread", "it is free in a moment, or answers nobody any more; and only one at a time can have it",
            (finding, _, _, examination) => Waits.ForWindow(finding, examination)),
        ("end of a thread", "a thread of the object's own is joined when the object stops, once",
            (finding, _, _, examination) => finding.Path.Any(step => EndedThreads.AreAround(examination, step.Node))),
        ("end of the process", "the process ends right behind it, with all its threads and whoever waits for them",
            (finding, _, _, examination) => Waits.ForTime(finding, examination)
                && finding.Path.Any(step => EndedProcess.IsBehind(examination, step.Node))),
        ("a moment", "a hundredth of a second at most, once, for what goes on without it",
            (finding, _, _, examination) => Waits.AreOfAMoment(finding, examination)),
        ("retry, and nobody to serve", "what is slept before something is tried again is slept when it has failed, and by one who tries",
            (finding, _, _, examination) => Waits.ForTime(finding, examination)
                && (examination.ServesNobody || IsForNobody(finding, examination))
                && (finding.Row is ForeignCall foreign ? Retries.IsNamed(foreign.Way)
                    : Retries.IsBeforeAnother(examination, finding.Path[finding.Path.Length - 1].Node)
                        || finding.Path.Any(step => Retries.IsNamed(step.Target.Name)))),
        ("fork and join", "who starts processes in parallel takes part and waits for all, and nobody else needs the threads",
            (finding, _, _, examination) => finding.Item is { Kind: WorkItemKind.Queued, Api: { } api } && WorkItemApis.IsJoined(api)
                && ProgramKind.Ends(examination) && ComesToAnEnd(finding)
                && ChildProcesses.Is(examination, finding.Path[finding.Path.Length - 1])),
        ("container without requests", "a program without requests asks its container a few times",
            (finding, _, _, examination) => finding.Item.Api is { } api && WorkItemApis.IsOfContainer(api)
                && !ProgramKind.HasRequests(examination)),
        ("nobody to serve", "one held thread harms nobody, and is worth a change only where an await can simply stand",
            (finding, _, _, examination) => IsOneThatEnds(finding, examination)
                && (ProgramKind.IsAlone(examination) || IsOfWorker(finding) && examination.ServesNobody)
                && !IsWorthAnAwait(finding, examination)),
        ("brief pause", "a tenth of a second at most, where nobody waits for the threads of all who rest",
            (finding, _, _, examination) => ProgramKind.IsAlone(examination) && Waits.AreBrief(finding, examination)
                && ComesToAnEnd(finding) && !IsWorthAnAwait(finding, examination)),
        ("device behind helpers", "a port has one device at its end, and each method on the way would have to become asynchronous",
            (finding, _, _, examination) => HelpersOf(finding) > 1 && Waits.ForDevice(finding, examination)
                && IsForNobody(finding, examination) && IsOneThatEnds(finding, examination)),
        ("brief pause behind helpers", "each method on the way would have to become asynchronous, for a tenth of a second at most",
            (finding, _, _, examination) => HelpersOf(finding) > 1 && Waits.AreBrief(finding, examination)
                && !LoopShape.IsInLoop(finding.Path[finding.Path.Length - 1].Node)
                && IsForNobody(finding, examination) && IsOneThatEnds(finding, examination)),
        ("synchronous form",
            "who offers an asynchronous form of what can only block would have to write all of it again",
            (finding, _, _, examination) => !ProgramKind.IsProgram(examination) && examination.ServesNobody
                && HandedOn.Is(examination, finding, HelpersOf(finding))),
        ("nobody known to serve", "a process takes far more than the thread that waits for it, and a pause aside one thread",
            (finding, _, _, examination) => IsOneThatEnds(finding, examination) && IsForNobody(finding, examination)
                && (ChildProcesses.Is(examination, finding.Path[finding.Path.Length - 1])
                    || finding.Item.Kind != WorkItemKind.AsyncBody && Waits.ForTime(finding, examination)
                        && !IsWorthAnAwait(finding, examination))),
    ];

    /// <summary>The same for what is neither queued, nor a request, nor in a loop that stays.</summary>
    private static readonly (string Name, string Why, Question Applies)[] s_cold =
    [
        ("main", "one thread, before or after all else", (finding, member, symbol, _) => finding.Item.IsEntryPoint
            || member.Node is CompilationUnitSyntax
            // A program's own main hands on to that of a library.
            || symbol is IMethodSymbol { Name: "Main", IsStatic: true }),
        ("start-up", "once, before the first request", (finding, _, symbol, examination) => IsStartUp(symbol)
            || Reach.IsOfStart(examination, finding)),
        ("shut-down", "once, after the last request", (finding, _, symbol, examination) => Reach.IsOfHost(symbol, "StopAsync")
            || Reach.IsOfStop(examination, finding)),
        ("console command", "one command in one process", (_, _, symbol, examination) =>
            examination.Compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary
                && IsNamed(symbol?.ContainingType, "Command")),
        ("configuration", "a few kilobytes, mostly once", (finding, _, _, _) => IsOfConfiguration(finding)),
    ];

    // A program that serves others holds a thread for each of them.
    private const Reached ManyTimes = Reached.InBatches | Reached.Repeatedly | Reached.ByOthers;

    private static readonly string[] s_startUpMethods =
        ["Configure", "ConfigureServices", "ConfigureServicesAsync", "Seed", "SeedAsync", "SeedData", "SeedDataAsync",
            "Migrate", "MigrateAsync", "MigrateDb", "MigrateDbAsync", "RunMigrations", "RunMigrationsAsync",
            "ApplyMigrations", "ApplyMigrationsAsync", "Bootstrap", "BootstrapAsync"];

    private static readonly string[] s_startUpTypes = ["Program", "Bootstrapper", "DbInitializer", "DatabaseInitializer"];

    private static readonly string[] s_startUpEndings = ["Seeder", "Migrator"];

    private static readonly string[] s_testAttributes = ["FactAttribute", "TheoryAttribute", "TestAttribute",
        "TestCaseAttribute", "TestMethodAttribute"];

    // Helpers for the tests of others stand in libraries without a test: namespace Shop.Testing.
    private static readonly string[] s_testNamespaces = ["Testing", "Tests", "UnitTests", "IntegrationTests", "TestUtilities", "TestHelpers"];

    private static readonly string[] s_configurationWords = ["Configuration", "Settings", "Credentials"];

    /// <summary>The kind of cold place that a finding stands in; null for a warm one.</summary>
    public static string? ColdPlaceOf(Finding finding, Examination examination) =>
        examination.ColdPlaces.GetOrAdd(finding, each => FindColdPlace(each, examination));

    private static string? FindColdPlace(Finding finding, Examination examination)
    {
        Body member = finding.Body;
        while (member.Parent is { } parent) member = parent;
        ISymbol? symbol = examination.MemberAround(finding.Body);
        // What is queued, or asked for as long as the program runs, is warm wherever it is written down.
        bool isWarm = finding.Item.Kind != WorkItemKind.AsyncBody || Reach.IsInStayingLoop(finding.Path[0].Node);
        return (isWarm ? s_alwaysCold : s_alwaysCold.Concat(s_cold))
            .FirstOrDefault(row => row.Applies(finding, member, symbol, examination)).Name;
    }

    /// <summary>The same for what becomes async void.</summary>
    public static string? ColdPlaceOf(
        Fate fate, ExpressionSyntax work, IMethodSymbol function, INamedTypeSymbol type, Examination examination) =>
        IsKeptByWindow(fate, type, examination) ? "kept by a window"
            // Whatever is thrown there ends it a moment earlier.
            : EndedProcess.IsEndOf(examination, function) ? "end of the process"
            : SwitchedOff.Is(examination, Ailments.AsyncVoidWorkItem, work) ? "switched off for another analyzer"
            // Who wrote it thought of what is thrown, and what is left can be thrown at once or not at all.
            : Catching.IsOfAllAwaited(function, examination) ? "caught where it waits" : null;

    // A program with a window keeps most delegates for what its person does: they are run as handlers of events are, by
    // the window's own thread; a ThreadStart is for another, and what a list calls for each of its items is not waited
    // for.
    private static bool IsKeptByWindow(Fate fate, INamedTypeSymbol type, Examination examination) =>
        (fate.Runner == Runner.Unknown || fate.Runner == Runner.Inline && IsOwnCall(fate, examination))
            && examination.IsOfOnePerson
            && MemberNames.OfNamespace(type.ContainingNamespace) != "System.Threading";

    // action(), Show(action), and not list.ForEach(action)
    private static bool IsOwnCall(Fate fate, Examination examination) => fate.At is { } at
        && examination.ModelOf(at).GetSymbolInfo(at).Symbol is IMethodSymbol called
        && (called.MethodKind == MethodKind.DelegateInvoke
            || SymbolEqualityComparer.Default.Equals(called.ContainingAssembly, examination.Compilation.Assembly));

    private static bool IsNotComeToBy(Reached crowd, Finding finding, Examination examination) =>
        (Reach.Of(examination, finding) & crowd) == 0;

    // Nobody is known to be served, or a service does it by its own clock, one after the other.
    private static bool IsForNobody(Finding finding, Examination examination) =>
        ProgramKind.IsForNobodyKnown(examination)
            || examination.WorksByItself && IsNotComeToBy(Reached.ByOthers, finding, examination);

    private static bool IsOneThatEnds(Finding finding, Examination examination) =>
        ComesToAnEnd(finding) && IsNotComeToBy(Reached.InBatches, finding, examination);

    private static bool ComesToAnEnd(Finding finding) => finding.Ailment is not Ailments.EndlessLoop
        && !finding.Path.Any(step => Reach.IsInStayingLoop(step.Node));

    /// <summary>
    /// Whether it waits where an await can stand as it is, in a method that is async; or for a task, which may need the
    /// thread of a window itself, unless a helper does so aside.
    /// </summary>
    private static bool IsWorthAnAwait(Finding finding, Examination examination) =>
        finding.Item.Kind == WorkItemKind.AsyncBody
            ? IsInHelper(finding) ? Waits.ForTask(finding) && !Waits.ForTime(finding, examination)
                : (finding.PairedTwin ?? finding.Row.Twin) is not null
                    && !ChildProcesses.Is(examination, finding.Path[finding.Path.Length - 1])
            : Waits.ForTask(finding) && !IsInHelper(finding);

    private static bool IsInHelper(Finding finding) => finding.Path.Length > 1 || finding.Row is ForeignCall;

    // The methods between who could await and what blocks.
    private static int HelpersOf(Finding finding) => finding.Path.Length - 1
        + (finding.Row is ForeignCall foreign ? foreign.Way.Split('>').Length : 0);

    // A BackgroundWorker tells its progress to who looks on, and refuses a second start while it is at work.
    private static bool IsOfWorker(Finding finding) =>
        finding.Item.Api == "System.ComponentModel.BackgroundWorker.DoWork";

    private static bool IsQueuedOnce(Finding finding) => finding.Item.Frequency == Frequency.Once;

    // What a library queues it queues for others, and what it comes to in another project others come to as well.
    private static bool IsOwnOrOfProgram(Finding finding, Examination examination) =>
        examination.Compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary
        || finding.Item.Kind == WorkItemKind.AsyncBody && finding.Row is not ForeignCall;

    private static bool IsStartUp(ISymbol? member) => member is not null
        && (s_startUpMethods.Contains(member.Name) || member.ContainingType is { } type
            && (s_startUpTypes.Contains(type.Name) || type.Name.Contains("Startup")
                || s_startUpEndings.Any(ending => EndsIn(type.Name, ending))
                || Reach.IsOfHost(member, "StartAsync")));

    private static bool IsTest(ISymbol? member, Compilation compilation) => member?.ContainingType is { } type
        && (EndsIn(compilation.AssemblyName, "Tests") || EndsIn(compilation.AssemblyName, ".Test")
            || MemberNames.OfNamespace(type.ContainingNamespace).Split('.').Any(s_testNamespaces.Contains)
            || type.GetMembers().Any(each => each.GetAttributes()
                .Any(attribute => attribute.AttributeClass is { } known && s_testAttributes.Contains(known.Name))));

    private static bool IsOfConfiguration(Finding finding) => finding.Path.Any(step => IsConfiguration(step.Target));

    private static bool IsConfiguration(IMethodSymbol? called) => called?.ContainingType is { } type
        && (type.Name is "Config" or "IConfig" || s_configurationWords.Any(word => type.Name.Contains(word)));

    private static bool IsNamed(INamedTypeSymbol? type, string word) =>
        type.SelfAndBases().Any(at => EndsIn(at.Name, word));

    private static bool EndsIn(string? name, string word) => name?.EndsWith(word, StringComparison.Ordinal) == true;
}
