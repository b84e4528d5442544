using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A place in a method's machine code.</summary>
internal readonly record struct CodePlace(MethodCode Code, int NativeOffset);

/// <summary>
/// All machine code of the target that the runtime told of, by address. Fed by the rundown at the end of a session and,
/// where a session asks for them, by the events of methods compiled meanwhile. Filled and read by one thread at a time.
/// </summary>
internal sealed class MethodMap
{
    /// <summary>
    /// Pieces of code that are kept; a program of half a million methods is larger than any that was seen.
    /// </summary>
    private const int MostCodes = 800_000;

    /// <summary>Characters of a name that are kept: no compiler writes longer ones, a hostile program may.</summary>
    private const int LongestName = 4_000;

    private readonly List<MethodCode> _codes = [];
    private readonly Dictionary<(long Method, long Version), PackedILMap> _maps = [];
    // The types and signatures of a program's methods repeat: 300,000 methods are 150 MB of text, and 20 MB of
    // different text.
    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);
    private readonly Dictionary<long, ModuleImage> _modules = [];
    private MethodCode[] _sorted = [];
    private ulong[] _starts = [];
    private Dictionary<string, ModuleCodes>? _byModule;
    private bool _stale;

    public int Methods => _codes.Count;

    public void Listen(TraceEventSource source)
    {
        var rundown = new ClrRundownTraceEventParser(source);
        rundown.MethodDCStartVerbose += Add;
        rundown.MethodDCStopVerbose += Add;
        rundown.MethodILToNativeMapDCStart += Add;
        rundown.MethodILToNativeMapDCStop += Add;
        rundown.LoaderModuleDCStart += Add;
        rundown.LoaderModuleDCStop += Add;
        var live = new ClrTraceEventParser(source);
        live.MethodLoadVerbose += Add;
        live.MethodILToNativeMap += Add;
        live.LoaderModuleLoad += Add;
    }

    /// <summary>
    /// The code that a stack's address stands in. Addresses are those of the instruction after a call, which may belong
    /// to the next statement or even the next method, so the byte before is looked up. That holds for the leaf too: a
    /// blocked thread stands in native code that the leaf called. Only a thread stopped at a method's very first
    /// instruction has nothing before it.
    /// </summary>
    public CodePlace? FindCaller(ulong address)
    {
        if (Find(address - 1) is { } before)
        {
            return new CodePlace(before, (int)(address - 1 - before.Start));
        }
        return Find(address) is { } at ? new CodePlace(at, (int)(address - at.Start)) : null;
    }

    public MethodCode? Find(ulong address)
    {
        if (_stale)
        {
            Sort();
        }
        int index = Array.BinarySearch(_starts, address);
        index = index >= 0 ? index : ~index - 1;
        return index >= 0 && _sorted[index].Contains(address) ? _sorted[index] : null;
    }

    /// <summary>
    /// The methods of a module that machine code was made from by itself, and not only as a part of their callers.
    /// </summary>
    public IReadOnlySet<int> CompiledOf(string modulePath) => Of(modulePath).Compiled;

    /// <summary>Those of them that were called often enough to be compiled again, optimized.</summary>
    public IReadOnlySet<int> HotOf(string modulePath) => Of(modulePath).Hot;

    private ModuleCodes Of(string modulePath)
    {
        if (_stale || _byModule is null)
        {
            Sort();
            _byModule = _sorted
                .Where(code => !code.IsDynamic)
                .GroupBy(code => ModuleOf(code)?.Path ?? "")
                .ToDictionary(group => group.Key, group => new ModuleCodes(
                    group.Select(code => code.Token).ToHashSet(),
                    group.Where(code => code.IsHot).Select(code => code.Token).ToHashSet()));
        }
        return _byModule.GetValueOrDefault(modulePath, ModuleCodes.None);
    }

    public ILMap? MapOf(MethodCode code) => _maps.GetValueOrDefault((code.MethodId, code.VersionId))?.Unpack();

    /// <summary>Does what looking things up would do later, so that several threads may look things up.</summary>
    public void Settle()
    {
        if (_stale) Sort();
    }

    public ModuleImage? ModuleOf(MethodCode code) => _modules.GetValueOrDefault(code.ModuleId);

    public IEnumerable<ModuleImage> Modules => _modules.Values;

    private void Sort()
    {
        // Code of collectible assemblies and dynamic methods comes and goes: at one address the latest is right.
        var latest = new Dictionary<long, MethodCode>(_codes.Count);
        foreach (MethodCode code in _codes)
        {
            latest[unchecked((long)code.Start)] = code;
        }
        _sorted = [.. latest.Values];
        // Asked a second time the runtime tells everything again.
        _codes.Clear();
        _codes.AddRange(_sorted);
        _starts = Array.ConvertAll(_sorted, code => code.Start);
        Array.Sort(_starts, _sorted);
        _byModule = null;
        _stale = false;
    }

    private void Add(MethodLoadUnloadVerboseTraceData data)
    {
        if (_codes.Count >= MostCodes) return;
        _codes.Add(new MethodCode(
            data.MethodStartAddress,
            (uint)data.MethodSize,
            data.MethodID,
            data.ReJITID,
            data.ModuleID,
            data.MethodToken,
            Text(data.MethodNamespace),
            Text(data.MethodName),
            Text(data.MethodSignature),
            data.IsDynamic,
            IsHot(data.OptimizationTier)));
        _stale = true;
    }

    private string Text(string text)
    {
        if (text.Length > LongestName) text = text[..LongestName];
        if (_texts.TryGetValue(text, out string? known)) return known;
        _texts.Add(text);
        return text;
    }

    private static bool IsHot(OptimizationTier tier) => tier
        is OptimizationTier.OptimizedTier1 or OptimizationTier.OptimizedTier1Instrumented or OptimizationTier.QuickJittedInstrumented;

    private void Add(MethodILToNativeMapTraceData data)
    {
        if (_maps.Count >= MostCodes) return;
        int count = Math.Max(0, data.CountOfMapEntries);
        int[] native = new int[count], il = new int[count];
        for (int i = 0; i < count; i++)
        {
            native[i] = data.NativeOffset(i);
            il[i] = data.ILOffset(i);
        }
        _maps[(data.MethodID, data.ReJITID)] = PackedILMap.Of(native, il);
    }

    private void Add(ModuleLoadUnloadTraceData data)
    {
        _modules[data.ModuleID] = new ModuleImage(data.ModuleILPath, data.ManagedPdbSignature, data.ManagedPdbBuildPath);
        _stale = true;
    }

    /// <summary>The tokens of a module's methods that have machine code of their own.</summary>
    private sealed record ModuleCodes(IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)
    {
        public static readonly ModuleCodes None = new(new HashSet<int>(), new HashSet<int>());
    }
}
