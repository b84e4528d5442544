using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Frames;

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
public sealed class FrameResolver
{
    private readonly MethodMap _methods = new();
    private readonly StackTable _stacks = new();
    private readonly Dictionary<ulong, Frame?> _frames = [];
    private readonly Dictionary<int, IReadOnlyList<Frame>> _resolved = [];
    private readonly UserCode _code;
    private ulong[] _buffer = new ulong[128];

    /// <param name="processId">The live target, whose files are read as it sees them; null for a recording in a file.</param>
    public FrameResolver(int? processId) => _code = new UserCode(new TargetFiles(processId));

    /// <summary>Methods known so far: 0 after a session means that the rundown did not come.</summary>
    public int Methods => _methods.Methods;

    /// <summary>Distinct stacks so far.</summary>
    public int Stacks => _stacks.Count;

    /// <summary>Subscribes to the events that tell of methods and modules.</summary>
    public void Listen(TraceEventSource source) => _methods.Listen(source);

    /// <summary>An id for the event's stack, equal for equal stacks and counted from 0; -1 when the event has none.</summary>
    public int StackOf(TraceEvent data)
    {
        int count = RawStack.Copy(data, ref _buffer);
        return count == 0 ? -1 : _stacks.IdOf(_buffer.AsSpan(0, count));
    }

    /// <summary>The frames of a stack, leaf first; addresses of no known method are left out.</summary>
    public IReadOnlyList<Frame> Resolve(int stack)
    {
        if (stack < 0)
        {
            return [];
        }
        if (!_resolved.TryGetValue(stack, out IReadOnlyList<Frame>? frames))
        {
            _resolved[stack] = frames = Resolve(_stacks[stack]);
        }
        return frames;
    }

    /// <summary>The frames at these raw addresses, in their order; addresses of no known method are left out.</summary>
    public IReadOnlyList<Frame> Resolve(ReadOnlySpan<ulong> addresses)
    {
        var frames = new List<Frame>(addresses.Length);
        foreach (ulong address in addresses)
        {
            if (Resolve(address) is { } frame)
            {
                frames.Add(frame);
            }
        }
        return frames;
    }

    /// <summary>Where the user's code calls this method (metadata Type.Member), by the IL of the loaded modules.</summary>
    public IReadOnlyList<Frame> CallSitesOf(string callee) => CallSites.Of(callee, _methods.Modules, _code);

    private Frame? Resolve(ulong address)
    {
        if (!_frames.TryGetValue(address, out Frame? frame))
        {
            _frames[address] = frame = FrameAt(address);
        }
        return frame;
    }

    /// <summary>
    /// Addresses are those of the instruction after a call, which may belong to the next statement or even the next
    /// method, so the byte before is looked up. That holds for the leaf too: a blocked thread stands in native code
    /// that the leaf called. Only a thread stopped at a method's very first instruction has nothing before it.
    /// </summary>
    private Frame? FrameAt(ulong address)
    {
        if (_methods.Find(address - 1) is { } before)
        {
            return FrameOf(before, (int)(address - 1 - before.Start));
        }
        return _methods.Find(address) is { } at ? FrameOf(at, (int)(address - at.Start)) : null;
    }

    private Frame FrameOf(MethodCode code, int nativeOffset)
    {
        ModuleImage? module = code.IsDynamic ? null : _methods.ModuleOf(code);
        if (module is null)
        {
            // Code made at run time has no file, and may have swallowed the user's method whole.
            return new Frame("", code.TypeName, code.Name, code.Signature) { Approximate = true };
        }
        if (module.IsFramework)
        {
            return new Frame(module.Assembly, code.TypeName, code.Name, code.Signature) { IsFramework = true };
        }
        (int Offset, bool Exact)? il = _methods.MapOf(code)?.Find(nativeOffset);
        SourceLine? line = _code.Line(module, code.Token, il?.Offset);
        IReadOnlyList<string> calls = il is { } place ? _code.Calls(module, code.Token, place.Offset) : [];
        return new Frame(module.Assembly, code.TypeName, code.Name, code.Signature, _code.Written(module, code.Token))
        {
            File = line?.File,
            Line = line?.Line,
            Approximate = line is not { Exact: true } || il is not { Exact: true },
            CalledHere = calls.LastOrDefault(),
            CallsNearby = calls.Count > 0 ? string.Join(' ', calls) : null,
            HasSource = _code.HasPdb(module),
        };
    }
}
