using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// From the raw stacks of a session's events to frames with the user's file and line. Call <see cref="Listen"/> before
/// the source is processed, <see cref="StackOf"/> for each event whose stack matters, and <see cref="Resolve(int)"/>
/// when the source has ended: methods become known only with the rundown, which is the last thing a session sends.
/// </summary>
/// <remarks>
/// The cost of a sample is one hash of its addresses; names, files and PDBs are touched once for each distinct address
/// of a distinct stack. One thread at a time. Files that cannot be read or do not match leave the frame without a
/// line; nothing is thrown for them.
/// </remarks>
internal sealed class FrameResolver
{
    /// <summary>Distinct stacks of one look; a hostile program can make up any number.</summary>
    private const int MostStacks = 100_000;

    private readonly MethodMap _methods;
    private readonly StackTable _stacks;
    private readonly Dictionary<int, IReadOnlyList<Frame>> _resolved = [];
    private readonly FrameReader _reader;
    private readonly Func<string, bool> _blocks;
    private HashSet<MethodCode>? _threadBodies;

    // Stacks from this one on may show code whose name has not come; what had none among those before will never have
    // one.
    private int _named = int.MaxValue;
    private HashSet<ulong> _neverNamed = [];
    private int _methodsResolved;
    private ulong[] _buffer = new ulong[128];

    /// <param name="processId">The live target, whose files are read as it sees them; null for a recording in a
    /// file.</param>
    /// <param name="blocks">
    /// Whether a metadata <c>Type.Member</c> is known to block its thread. It decides which of several calls in one
    /// statement is <see cref="Frame.CalledHere"/> when the stack does not, and finds a lambda that was inlined whole.
    /// </param>
    public FrameResolver(int? processId, Func<string, bool>? blocks = null)
        : this(new MethodMap(), new StackTable(), new TargetFiles(processId), blocks ?? (_ => false))
    {
    }

    private FrameResolver(MethodMap methods, StackTable stacks, TargetFiles files, Func<string, bool> blocks)
    {
        (_methods, _stacks, _blocks) = (methods, stacks, blocks);
        _reader = new FrameReader(methods, files, blocks);
    }

    /// <summary>
    /// The same stacks and methods, and no file: for when the files of the target do not come. The other may then still
    /// be at work on another thread; what both share is only read from here on.
    /// </summary>
    public FrameResolver WithoutFiles()
    {
        Settle();
        return new(_methods, _stacks, TargetFiles.None, _blocks) { _named = _named, _neverNamed = _neverNamed };
    }

    /// <summary>Does what looking up methods would do later, so that several threads may look them up.</summary>
    public void Settle() => _methods.Settle();

    /// <summary>Distinct stacks so far.</summary>
    public int Stacks => _stacks.Count;

    /// <summary>
    /// The names of methods come apart from the stacks, and later. Without it they are taken to come with them, as in a
    /// file.
    /// </summary>
    public void AwaitNames() => _named = 0;

    /// <summary>The names of all that is compiled have come. Some frames, of native stubs, are never known.</summary>
    public void NamesCame()
    {
        _named = _stacks.Count;
        _neverNamed = [.. Unknown(0, _named)];
        _methodsResolved = 0;
    }

    /// <summary>
    /// Whether stacks that came after the names show code that no method is known for, and that those before did not
    /// show. Threads of the runtime itself do not count: they run nothing of the program, and the look itself makes the
    /// JIT compile their code anew.
    /// </summary>
    public bool HasNewUnknown() => Unknown(_named, _stacks.Count).Any(address => !_neverNamed.Contains(address));

    private IEnumerable<ulong> Unknown(int from, int to)
    {
        for (int stack = from; stack < to; stack++)
        {
            List<ulong> unknown = [];
            bool ofRuntime = false;
            foreach (ulong address in _stacks[stack])
            {
                if (_methods.FindCaller(address) is not { } place) unknown.Add(address);
                else ofRuntime |= RuntimeThreads.Loops.Contains(place.Code.TypeName);
            }
            if (ofRuntime) continue;
            foreach (ulong address in unknown) yield return address;
        }
    }

    /// <summary>Methods known so far: 0 after a session means that the rundown did not come.</summary>
    public int Methods => _methods.Methods;

    /// <summary>Where the modules lie that are loaded, as the target names them.</summary>
    public IEnumerable<string> ModulePaths => _methods.Modules.Select(module => module.Path);

    /// <summary>
    /// Blocking calls in the stacks resolved so far whose caller was inlined and is one of a few methods.
    /// </summary>
    public IReadOnlyCollection<UncertainCaller> UncertainCallers => _reader.UncertainCallers;

    /// <summary>Subscribes to the events that tell of methods and modules.</summary>
    public void Listen(TraceEventSource source) => _methods.Listen(source);

    /// <summary>
    /// An id for the event's stack, equal for equal stacks and counted from 0; -1 when the event has none.
    /// </summary>
    public int StackOf(TraceEvent data)
    {
        int count = RawStack.Copy(data, ref _buffer);
        return count == 0 || _stacks.Count >= MostStacks ? -1 : _stacks.IdOf(_buffer.AsSpan(0, count));
    }

    /// <summary>The frames of a stack, leaf first; addresses of no known method are left out.</summary>
    public IReadOnlyList<Frame> Resolve(int stack)
    {
        if (stack < 0)
        {
            return [];
        }
        if (_methodsResolved != Methods)
        {
            // What was not known may be known now: sessions tell of methods one after the other.
            _resolved.Clear();
            _threadBodies = null;
            _reader.Forget();
            _methodsResolved = Methods;
        }
        if (!_resolved.TryGetValue(stack, out IReadOnlyList<Frame>? frames))
        {
            _resolved[stack] = frames = Resolve(_stacks[stack], isNew: stack >= _named);
        }
        return frames;
    }

    /// <summary>Whether the runtime cut this stack: it sends 100 addresses at most (EP_MAX_STACK_DEPTH).</summary>
    public bool IsCut(int stack) => stack >= 0 && _stacks[stack].Length >= 100;

    /// <summary>The frames at these raw addresses, leaf first; addresses of no known method are left out.</summary>
    public IReadOnlyList<Frame> Resolve(ReadOnlySpan<ulong> addresses) => Resolve(addresses, isNew: false);

    private List<Frame> Resolve(ReadOnlySpan<ulong> addresses, bool isNew)
    {
        var frames = new List<Frame>(addresses.Length);
        var codes = new List<MethodCode>(addresses.Length);
        bool unnamed = false;
        for (int i = 0; i < addresses.Length; i++)
        {
            if (_methods.FindCaller(addresses[i]) is not { } place)
            {
                unnamed |= isNew && !_neverNamed.Contains(addresses[i]);
                continue;
            }
            MethodCode? calledBy = place.Code.IsDynamic ? FirstMethod(addresses[(i + 1)..]) : null;
            Frame[] here = _reader.FramesAt(place, codes.LastOrDefault(), calledBy);
            if (unnamed) here = InlinedWorkItems.BelowUnnamed(here);
            unnamed = false;
            frames.AddRange(here);
            codes.AddRange(Enumerable.Repeat(place.Code, here.Length));
        }
        if (InlinedWorkItems.Library(frames, _blocks) is { } library
            && _reader.CalledBackBy(codes[library], codes[library - 1], ThreadBodies()) is { Length: > 0 } called)
        {
            frames.InsertRange(library, called);
        }
        else if (InlinedWorkItems.Gap(frames, _blocks) is { } gap
            && _reader.InlinedAt(frames[gap], codes[gap - 1], ThreadBodies()) is { } swallowed)
        {
            frames.Insert(gap, swallowed);
        }
        bool assumed = false;
        if (StackReader.EndsInRunner(frames) && _reader.InlinedAt(frames[0], null, ThreadBodies()) is { } sleeper)
        {
            frames.Insert(0, sleeper with { IsAssumed = assumed = true });
        }
        if (InlinedWorkItems.GapBelowLibrary(frames) is { } below
            && _reader.CallerOfLibrary(frames[below], frames[below - 1], ThreadBodies()) is { } caller)
        {
            frames.Insert(below, caller with { IsAssumed = assumed });
        }
        return frames;
    }

    /// <summary>
    /// The method of a work item that works where nothing stands above what runs items, by the code that ran often
    /// enough to be compiled into it; null where no stack that was resolved is like that, and where it cannot be told.
    /// </summary>
    public Frame? InlinedWork() => _resolved.Values.Any(StackReader.WorksInRunner) ? _reader.InlinedWork(ThreadBodies()) : null;

    private MethodCode? FirstMethod(ReadOnlySpan<ulong> addresses)
    {
        foreach (ulong address in addresses)
        {
            if (_methods.FindCaller(address) is { } place) return place.Code;
        }
        return null;
    }

    /// <summary>The methods that threads were started with, by all stacks so far.</summary>
    private IReadOnlySet<MethodCode> ThreadBodies()
    {
        if (_threadBodies is null)
        {
            _threadBodies = [];
            for (int stack = 0; stack < _stacks.Count; stack++)
            {
                List<MethodCode> codes = [];
                foreach (ulong address in _stacks[stack])
                {
                    if (_methods.FindCaller(address) is { } place) codes.Add(place.Code);
                }
                if (InlinedWorkItems.ThreadBody(codes) is { } body) _threadBodies.Add(body);
            }
        }
        return _threadBodies;
    }

    /// <summary>
    /// Where the user's code calls this method (metadata Type.Member), by the IL of the methods that have run. For
    /// things that leave no stack behind: a wait thread does not know who registered its handles.
    /// </summary>
    public IReadOnlyList<Frame> CallSitesOf(string callee) => _reader.CallSitesOf(callee);
}
