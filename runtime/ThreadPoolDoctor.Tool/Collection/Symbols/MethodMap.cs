using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// All machine code of the target that the runtime told of, by address. Fed by the rundown at the end of a session and,
/// where a session asks for them, by the events of methods compiled meanwhile. Filled and read by one thread at a time.
/// </summary>
internal sealed class MethodMap
{
    private readonly List<MethodCode> _codes = [];
    private readonly Dictionary<(long Method, long Version), ILMap> _maps = [];
    private readonly Dictionary<long, ModuleImage> _modules = [];
    private MethodCode[] _sorted = [];
    private ulong[] _starts = [];
    private bool _stale;

    public int Methods => _codes.Count;

    public int Maps => _maps.Count;

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

    public ILMap? MapOf(MethodCode code) => _maps.GetValueOrDefault((code.MethodId, code.VersionId));

    public ModuleImage? ModuleOf(MethodCode code) => _modules.GetValueOrDefault(code.ModuleId);

    public IEnumerable<ModuleImage> Modules => _modules.Values;

    private void Sort()
    {
        // Code of collectible assemblies and dynamic methods comes and goes: at one address the latest is right.
        var latest = new Dictionary<ulong, MethodCode>(_codes.Count);
        foreach (MethodCode code in _codes)
        {
            latest[code.Start] = code;
        }
        _sorted = [.. latest.Values];
        _starts = [.. _sorted.Select(code => code.Start)];
        Array.Sort(_starts, _sorted);
        _stale = false;
    }

    private void Add(MethodLoadUnloadVerboseTraceData data)
    {
        _codes.Add(new MethodCode(
            data.MethodStartAddress,
            (uint)data.MethodSize,
            data.MethodID,
            data.ReJITID,
            data.ModuleID,
            data.MethodToken,
            data.MethodNamespace,
            data.MethodName,
            data.MethodSignature,
            data.IsDynamic));
        _stale = true;
    }

    private void Add(MethodILToNativeMapTraceData data)
    {
        int count = Math.Max(0, data.CountOfMapEntries);
        int[] native = new int[count], il = new int[count];
        for (int i = 0; i < count; i++)
        {
            native[i] = data.NativeOffset(i);
            il[i] = data.ILOffset(i);
        }
        _maps[(data.MethodID, data.ReJITID)] = new ILMap(native, il);
    }

    private void Add(ModuleLoadUnloadTraceData data) =>
        _modules[data.ModuleID] = new ModuleImage(data.ModuleILPath, data.ManagedPdbSignature, data.ManagedPdbBuildPath);
}
