using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// From a place in the machine code to its frame, and to those of methods that were compiled into it. The framework's
/// code gets its name only; the user's gets file, line and the call that runs there. Each place is read once.
/// </summary>
internal sealed class FrameReader
{
    // More than so many help nobody to find the one.
    private const int MostNamed = 5;

    private readonly Dictionary<Place, Frame[]> _frames = [];
    private readonly Dictionary<(Frame Runner, string Called), Frame?> _inlined = [];
    private readonly Dictionary<(MethodCode Library, MethodCode Above), Frame[]> _calledBack = [];
    private readonly Dictionary<string, UncertainCaller> _uncertain = [];
    private readonly Dictionary<ModuleImage, UserModule> _opened = [];
    private readonly Dictionary<UserModule, IReadOnlySet<int>?> _workItems = [];
    private readonly Lazy<bool> _entryIsSeen;
    private readonly MethodMap _methods;
    private readonly TargetFiles _files;
    private readonly Origins _origins;
    private readonly Func<string, bool> _blocks;
    private readonly WaitReader _waits;

    /// <summary>A place in a method's machine code, and the method that is called there.</summary>
    private sealed record Place(MethodCode Code, int NativeOffset, long Above);

    /// <param name="methods">What the runtime told.</param>
    /// <param name="files">The target's files.</param>
    /// <param name="blocks">Whether a metadata <c>Type.Member</c> is known to block its thread: it decides between
    /// calls that the machine code does not tell apart.</param>
    public FrameReader(MethodMap methods, TargetFiles files, Func<string, bool> blocks)
    {
        (_methods, _files, _blocks, _origins) = (methods, files, blocks, new Origins(files, () => methods.Modules));
        _waits = new WaitReader(ModuleNamed);
        _entryIsSeen = new(EntryIsSeen);
    }

    /// <summary>The modules that are loaded and not .NET's own.</summary>
    public IEnumerable<UserModule> UserModules() =>
        _methods.Modules.Where(module => _origins.Of(module) != Origin.Framework).ToArray().Select(Open);

    private UserModule? ModuleNamed(string assembly) => _methods.Modules
        .Where(module => module.Assembly == assembly && _origins.Of(module) != Origin.Framework)
        .Select(Open)
        .FirstOrDefault();

    /// <summary>The frames at this place, leaf first: one, or more when methods were inlined.</summary>
    /// <param name="place">A place in a method's machine code.</param>
    /// <param name="above">The method of the next frame towards the leaf, which tells what this place calls.</param>
    /// <param name="below">The method that calls this one, where this one was made at run time; else null.</param>
    public Frame[] FramesAt(CodePlace place, MethodCode? above, MethodCode? below)
    {
        ModuleImage? module = place.Code.IsDynamic ? null : _methods.ModuleOf(place.Code);
        bool framework = IsFramework(module);
        Place key = framework ? new(place.Code, 0, 0) : new(place.Code, place.NativeOffset, above?.MethodId ?? 0);
        if (!_frames.TryGetValue(key, out Frame[]? frames))
        {
            _frames[key] = frames = module is null
                ? GeneratedFrames(place.Code, above, below)
                : framework ? [FrameworkFrame(module, place.Code)] : UserFrames(Open(module), place, above);
        }
        return frames;
    }

    /// <summary>
    /// The user's code that was compiled into this frame of the framework's and calls this method, when it can be told.
    /// </summary>
    /// <param name="runner">The framework's frame.</param>
    /// <param name="called">The method above it; null where there is none, as above a wait in native code.</param>
    /// <param name="threadBodies">Methods that threads were started with.</param>
    public Frame? InlinedAt(Frame runner, MethodCode? called, IReadOnlySet<MethodCode> threadBodies)
    {
        string name = $"{called?.TypeName}.{called?.Name}";
        if (!_inlined.TryGetValue((runner, name), out Frame? frame))
        {
            IReadOnlyList<Frame> candidates = InlinedWorkItems.Candidates(
                runner,
                called,
                Ran(),
                MayRunAsWorkItem(threadBodies),
                _blocks,
                () => _entryIsSeen.Value);
            _inlined[(runner, name)] = frame = Sure(called, candidates) ? candidates[0] : null;
        }
        return frame;
    }

    /// <summary>
    /// The method that must work where a stack ends in what runs items; null where several may do so.
    /// </summary>
    /// <param name="threadBodies">Methods that threads were started with.</param>
    public Frame? InlinedWork(IReadOnlySet<MethodCode> threadBodies)
    {
        Func<UserModule, int, bool> mayRun = MayRunAsWorkItem(threadBodies);
        return InlinedWorkItems.Work(
            UserModules().Select(module => (module, _methods.HotOf(module.Path))), mayRun, _blocks);
    }

    private Func<UserModule, int, bool> MayRunAsWorkItem(IReadOnlySet<MethodCode> threadBodies)
    {
        HashSet<(string?, int)> bodies = [.. threadBodies.Select(code => (_methods.ModuleOf(code)?.Path, code.Token))];
        return (module, token) => !module.IsEntryPoint(token) && !bodies.Contains((module.Path, token))
            && WorkItemsOf(module)?.Contains(token) != false;
    }

    private IReadOnlySet<int>? WorkItemsOf(UserModule module)
    {
        if (!_workItems.TryGetValue(module, out IReadOnlySet<int>? methods))
        {
            _workItems[module] = methods = WorkItemCode.Of(module, _methods.CompiledOf(module.Path));
        }
        return methods;
    }

    /// <summary>
    /// From .NET 10 on a method of its own waits to enter a lock; before, the runtime did so without a frame.
    /// </summary>
    private bool EntryIsSeen() => _methods.Modules.FirstOrDefault(module => module.Assembly == "System.Private.CoreLib") is { } runtime
        && Open(runtime).Named("System.Threading.Monitor", "Enter_Slowpath").Count > 0;

    /// <summary>
    /// The program's code that was compiled into this frame of the framework's and calls this method of a library, or
    /// another one of the library that leads to it and was compiled into the same frame.
    /// </summary>
    public Frame? CallerOfLibrary(Frame runner, Frame called, IReadOnlySet<MethodCode> threadBodies)
    {
        string key = "library " + called.DisplayName;
        if (!_inlined.TryGetValue((runner, key), out Frame? frame))
        {
            MethodCode method = new(
                0, 0, 0, 0, 0, 0, called.TypeName, called.MethodName, called.Signature, IsDynamic: false);
            var others = Ran().Where(one => one.Module.HasPdb && one.Module.Assembly != called.Assembly).ToArray();
            IReadOnlyList<Frame>? candidates = LibraryEntries.To(method, ModuleNamed(called.Assembly))
                .Select(entries => InlinedWorkItems.Callers(runner, entries, others, MayRunAsWorkItem(threadBodies)))
                .FirstOrDefault(callers => callers.Count > 0);
            _inlined[(runner, key)] = frame =
                candidates is not null && Sure(method, candidates) ? candidates[0] : null;
        }
        return frame;
    }

    /// <summary>
    /// The modules that are not .NET's own, each with the methods that were compiled, and compiled again.
    /// </summary>
    private (UserModule Module, IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)[] Ran() =>
        [.. UserModules().Select(module => (module, _methods.CompiledOf(module.Path), _methods.HotOf(module.Path)))];

    /// <summary>
    /// Blocking calls whose caller was inlined and is one of a few methods. Complete when all stacks are resolved.
    /// </summary>
    public IReadOnlyCollection<UncertainCaller> UncertainCallers => _uncertain.Values;

    /// <summary>
    /// Nobody may be blamed by chance: of several candidates none is right, and a person is told of them.
    /// </summary>
    private bool Sure(MethodCode? called, IReadOnlyList<Frame> candidates)
    {
        if (candidates.Count is > 1 and <= MostNamed && called is not null)
        {
            string name = new Frame("", called.TypeName, called.Name, called.Signature).DisplayName;
            _uncertain[name] = new(name, [.. candidates.Select(one => one.ToString()).Distinct().Order(StringComparer.Ordinal)]);
        }
        return candidates.Count == 1;
    }

    /// <summary>Reads every place anew; files stay open.</summary>
    public void Forget()
    {
        _frames.Clear();
        _inlined.Clear();
        _calledBack.Clear();
        _uncertain.Clear();
        _workItems.Clear();
    }

    /// <summary>
    /// The places that call this method in user code that has run, by itself or compiled into its callers.
    /// </summary>
    public IReadOnlyList<Frame> CallSitesOf(string callee) =>
        [.. UserModules().SelectMany(module =>
            CallSites.Of(callee, module, Inlining.WithInlined(module, _methods.CompiledOf(module.Path))))];

    private bool IsFramework(ModuleImage? module) => module is not null && _origins.Of(module) == Origin.Framework;

    private static Frame FrameworkFrame(ModuleImage module, MethodCode code) =>
        new(module.Assembly, code.TypeName, code.Name, code.Signature) { IsFramework = true };

    private Frame[] UserFrames(UserModule module, CodePlace place, MethodCode? above)
    {
        int token = place.Code.Token;
        if (_methods.MapOf(place.Code)?.Find(place.NativeOffset) is not { } il)
        {
            return [WithoutMap(module, place.Code, above)];
        }
        Call[] calls = [.. module.Calls(token).Where(call => il.Contains(call.Offset))];
        // Code that the JIT moved away, such as that of an inlined lambda, maps to nothing: any call of the method may
        // be there.
        InlinedChain? inlined = Inlining.Between(module, token, il.Exact ? calls : module.Calls(token), above, _blocks, ModuleNamed);
        // Nor is an exact map to be believed where nothing at its place leads on and something elsewhere does.
        if (il.Exact && inlined is null && above is not null && !calls.Any(call => MayLeadTo(call, above)))
        {
            inlined = Inlining.Between(module, token, module.Calls(token), above, _blocks, ModuleNamed);
        }
        // While a catch block runs, the runtime tells where the exception left the try block.
        if (inlined is null && above is not null && !calls.Any(call => MayLeadTo(call, above))
            && Handlers.CallsOf(module, token, il, CallsTo(module, place.Code, above)) is { Length: > 0 } handlers)
        {
            calls = handlers;
            il = il with { Exact = handlers.Length == 1 };
        }
        // A finally block that the JIT copied has no map of its own: what is near it in the machine code may be a
        // statement that makes no such call at all.
        if (!il.Exact && inlined is null && above is not null
            && !calls.Any(call => MayLeadTo(call, above)) && CallsTo(module, place.Code, above).Length > 0)
        {
            return [WithoutMap(module, place.Code, above)];
        }
        (Call Call, bool Certain)? called = inlined is { Outer: { } outer } ? (outer, true) : CallChoice.Of(calls, above, _blocks);
        bool likely = called is { } one && (one.Certain || one.Call.MayBlock(_blocks));
        Frame[] left = inlined is null && above is not null && calls is [{ MayDispatch: true } only] ? LeftByTailCall(only, above) : [];
        SourceLine? line = module.Line(token, likely ? il with { Start = called!.Value.Call.Offset } : il);
        // Calls that are not told apart do no harm on one line.
        bool oneLine = called is not { Certain: false } || calls.All(call => module.LineOf(token, call)?.Line == line?.Line);
        return
        [
            .. left,
            .. (inlined?.Methods ?? []).Reverse().Select(InlinedFrame).OfType<Frame>(),
            FrameOf(module, place.Code, line, called?.Call, calls) with
            {
                Approximate = line is not { Exact: true } || !oneLine,
                Waits = called is { } sure && (sure.Certain || inlined is null && likely) ? _waits.At(module, token, sure.Call) : null,
            },
        ];
    }

    /// <summary>
    /// The methods, leaf first, that a call ran which names none of them (of a delegate, an interface, a base), where
    /// the frame above blocks and is nothing that this call may mean: they ended in the call that blocks, and optimized
    /// code leaves the stack then.
    /// </summary>
    private Frame[] LeftByTailCall(Call call, MethodCode above)
    {
        if (MayLeadTo(call, above) || !_blocks($"{above.TypeDefinition}.{above.Name}") || _methods.ModuleOf(above) is { } image && !IsFramework(image)) return [];
        return Callbacks.LikeliestFirst(call)
            .Select(callees => UserModules()
                .SelectMany(user => Inlining.From(
                    user,
                    callees(user, _methods.CompiledOf(user.Path)),
                    UserModule.LargestInlined,
                    Inlining.Ends(above, _blocks),
                    ModuleNamed))
                .Where(chain => chain.All(one => one.Module.IsTailCall(one.Token, one.Call)))
                .ToArray())
            .FirstOrDefault(chains => chains.Length > 0) is { } found ? Swallowed(above, found) : [];
    }

    /// <summary>
    /// Code compiled ahead of time comes without a map. The calls of the method that may lead to the frame above still
    /// tell a line, which is near; failing them, the method's first line is.
    /// </summary>
    private Frame WithoutMap(UserModule module, MethodCode code, MethodCode? above)
    {
        Call[] calls = CallsTo(module, code, above);
        SourceLine? line = calls.Length > 0 ? module.LineOf(code.Token, calls[0]) : module.Line(code.Token, null);
        return FrameOf(module, code, line, calls.FirstOrDefault(), calls) with { Approximate = true };
    }

    private bool MayLeadTo(Call call, MethodCode above) => Array.Exists(Inlining.Ends(above, _blocks), isEnd => isEnd(call));

    /// <summary>
    /// The calls of a method that may lead to the frame above, by the surest sign that any of them shows.
    /// </summary>
    private Call[] CallsTo(UserModule module, MethodCode code, MethodCode? above) => Inlining.Ends(above, _blocks)
        .Select(isEnd => module.Calls(code.Token).Where(isEnd).ToArray())
        .FirstOrDefault(found => found.Length > 0) ?? [];

    private static Frame FrameOf(UserModule module, MethodCode code, SourceLine? line, Call? called, Call[] calls) =>
        new(module.Assembly, code.TypeName, code.Name, code.Signature, module.Written(code.Token))
        {
            File = line?.File,
            Line = line?.Line,
            CalledHere = called?.ToString(),
            CallsNearby = calls.Length > 0 ? string.Join(' ', calls.Select(call => call.ToString()).Distinct()) : null,
            IsPackage = module.IsPackage,
        };

    /// <summary>A method made at run time has no file, and may have swallowed the user's lambda whole.</summary>
    private Frame[] GeneratedFrames(MethodCode code, MethodCode? above, MethodCode? below)
    {
        var frame = new Frame("", code.TypeName, code.Name, code.Signature) { Approximate = true };
        UserModule? called = above is not null && _methods.ModuleOf(above) is { } image && !IsFramework(image) ? Open(image) : null;
        if (called is { HasPdb: true })
        {
            return [frame]; // it called code that is still there to be seen
        }
        // What the inside of a library's method is called tells nothing: its caller calls just that method.
        Func<Call, bool>[] ends = Inlining.EndsAnywhere(above, _blocks);
        if (called is not null) ends = ends[..1];
        UserModule[] modules = [.. UserModules().Where(module => called is null || module.HasPdb)];
        ILookup<UserModule, int> named = modules.SelectMany(module => GeneratedCallers.NamedBy(code.Name, module, _methods.CompiledOf(module.Path)).Select(token => (module, token)))
            .ToLookup(one => one.module, one => one.token);
        Frame[] swallowed = Swallowed(above, modules
            .SelectMany(module => Inlining.From(
                module,
                named.Count > 0
                    ? named[module]
                    : GeneratedCallers.Callees(below?.TypeName ?? "", module, _methods.CompiledOf(module.Path), _methods.HotOf(module.Path)),
                named.Count > 0 ? UserModule.LargestInlined : UserModule.UsuallyInlined,
                ends,
                ModuleNamed))
            .Where(chain => WasSwallowed(chain[0]) || chain.All(one => one.Module.IsTailCall(one.Token, one.Call))));
        return [.. swallowed, frame];
    }

    /// <summary>Whether it has no machine code of its own; constructors are called by reflection before.</summary>
    private bool WasSwallowed(InlinedMethod method) => !_methods.CompiledOf(method.Module.Path).Contains(method.Token)
        || method.Module.Name(method.Token) is { Member: ".ctor" };

    /// <summary>
    /// The user's methods that a library's must have called, leaf first, where it cannot have called the method above
    /// it by itself; none where that cannot be told.
    /// </summary>
    /// <param name="library">The library's method.</param>
    /// <param name="above">The method above it on the stack.</param>
    /// <param name="threadBodies">Methods that threads were started with.</param>
    public Frame[] CalledBackBy(MethodCode library, MethodCode above, IReadOnlySet<MethodCode> threadBodies)
    {
        if (!_calledBack.TryGetValue((library, above), out Frame[]? frames))
        {
            _calledBack[(library, above)] = frames = _methods.ModuleOf(library) is { } image
                && (Open(image) is { CanBeRead: false } || _origins.Of(image) != Origin.Own)
                    ? CalledBackBy(Open(image), library, above, threadBodies)
                    : [];
        }
        return frames;
    }

    private Frame[] CalledBackBy(UserModule module, MethodCode library, MethodCode above, IReadOnlySet<MethodCode> threadBodies)
    {
        Func<UserModule, int, bool> mayRun = MayRunAsWorkItem(threadBodies);
        Func<UserModule, IEnumerable<int>> callees = user => Callbacks.OfMadeAtRunTime(user, _methods.HotOf(user.Path));
        if (module.CanBeRead)
        {
            IReadOnlyList<Call> calls = Callbacks.Of(module, library.Token, above, _blocks, ModuleNamed);
            callees = user => Callbacks.Callees(calls, user, _methods.CompiledOf(user.Path));
        }
        IReadOnlyList<InlinedMethod>[] chains =
        [
            .. UserModules()
                .Where(user => !user.IsPackage)
                .SelectMany(user => Inlining.From(
                    user,
                    callees(user).Where(token => mayRun(user, token)),
                    UserModule.LargestInlined,
                    Inlining.EndsAnywhere(above, _blocks),
                    ModuleNamed)),
        ];
        // What left the stack was optimized, because it was called often; or long before, ahead of time.
        IReadOnlyList<InlinedMethod>[] hot = [.. chains.Where(chain => _methods.HotOf(chain[0].Module.Path).Contains(chain[0].Token))];
        return Swallowed(above, hot.Length > 0 ? hot : chains);
    }

    /// <summary>The methods, leaf first, that these chains have in common, where they lead to one place.</summary>
    private Frame[] Swallowed(MethodCode? above, IEnumerable<IReadOnlyList<InlinedMethod>> chains)
    {
        IReadOnlyList<IReadOnlyList<InlinedMethod>> found = Inlining.ByOwnCode([.. chains], method => method.Module.HasPdb);
        // Whoever came by a detour, through an action and a helper say, and whoever called the helper at once mean one
        // place.
        Frame[] candidates = [.. found.Select(chain => InlinedFrame(chain[^1])).OfType<Frame>().Distinct()];
        return Sure(above, candidates) ? [.. Inlining.CommonEnd(found).Reverse().Select(InlinedFrame).OfType<Frame>()] : [];
    }

    /// <summary>Such a frame is a conclusion, not an observation, hence approximate.</summary>
    private Frame? InlinedFrame(InlinedMethod method) => CallSites.FrameAt(method.Module, method.Token, method.Call) is { } frame
        ? frame with { Approximate = true, Waits = _waits.At(method.Module, method.Token, method.Call) }
        : null;

    private UserModule Open(ModuleImage image)
    {
        if (!_opened.TryGetValue(image, out UserModule? module))
        {
            _opened[image] = module = new UserModule(image, _files) { IsPackage = _origins.Of(image) == Origin.Package };
        }
        return module;
    }
}
