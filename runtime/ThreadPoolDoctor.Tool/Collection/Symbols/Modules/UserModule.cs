using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// What the user's own files say of the user's code: lines, calls, how methods were declared. Empty answers where files
/// are missing.
/// </summary>
internal sealed class UserModule
{
    /// <summary>Bytes of IL up to which the JIT inlines a method that it knows nothing of.</summary>
    public const int UsuallyInlined = 100;

    /// <summary>
    /// Bytes of IL above which it inlines none, though it was seen to be called all the time
    /// (JitExtDefaultPolicyMaxILProf).
    /// </summary>
    public const int LargestInlined = 1024;

    private readonly Dictionary<int, MethodCalls> _calls = [];
    private readonly Dictionary<int, IReadOnlyList<int>> _targets = [];
    private readonly Dictionary<string, IReadOnlyList<int>> _implementations = [];
    private readonly Dictionary<int, int> _sizes = [];
    private readonly Dictionary<int, ILBody?> _bodies = [];
    private IReadOnlyList<int>? _callable;
    private IReadOnlyList<int>? _constructors;
    private readonly ModuleFiles _files;
    private readonly Lazy<int> _entryPoint;

    public UserModule(ModuleImage image, TargetFiles files)
    {
        (Assembly, Path) = (image.Assembly, image.Path);
        _files = ModuleFiles.Open(image, files);
        _entryPoint = new(() => Untrusted.Read(() => _files.Image?.PEHeaders.CorHeader?.EntryPointTokenOrRelativeVirtualAddress ?? 0));
    }

    public string Assembly { get; }

    public string Path { get; }

    /// <summary>Whether it came with a package, so that its author is not the program's.</summary>
    public bool IsPackage { get; init; }

    public bool HasPdb => _files.Pdb is not null;

    /// <summary>Whether there is a file to read: there is none of what was made at run time.</summary>
    public bool CanBeRead => _files.Metadata is not null;

    public SourceLine? Line(int token, ILRange? range) =>
        _files.Pdb is { } pdb ? Untrusted.Read<SourceLine?>(() => SourceLines.Find(pdb, token, range)) : null;

    /// <summary>The line of a call.</summary>
    public SourceLine? LineOf(int token, Call call) => Line(token, new ILRange(call.Offset, call.Offset + 1, Exact: true));

    public WrittenParameters? Written(int token, bool withParameters = false) =>
        Ask(metadata => MetadataNames.Written(metadata, _files.Pdb, token, withParameters));

    /// <summary>The metadata names of one of this module's methods.</summary>
    public (string Type, string Member)? Name(int token) => Ask(metadata => MetadataNames.Callee(metadata, token));

    /// <summary>All calls of a method, in the order of its IL.</summary>
    public IReadOnlyList<Call> Calls(int token) => CallsOf(token).Calls;

    /// <summary>
    /// The methods of this module that a method makes delegates of: lambdas, local functions, method groups.
    /// </summary>
    public IEnumerable<int> Delegates(int token) => MadeDelegates(token).Select(made => made.Target);

    /// <summary>The same, each with the delegate's type.</summary>
    public IReadOnlyList<MadeDelegate> MadeDelegates(int token) => CallsOf(token).Delegates;

    /// <summary>
    /// The methods of this module that a call of one of its own may run: itself, and what implements or overrides it.
    /// </summary>
    public IReadOnlyList<int> Targets(Call call)
    {
        if (call.OwnToken is not { } own) return [];
        if (!call.MayDispatch) return [own];
        if (!_targets.TryGetValue(own, out IReadOnlyList<int>? targets))
        {
            _targets[own] = targets = [own, .. Ask(metadata => RunTargets.Implementations(metadata, own).ToList()) ?? []];
        }
        return targets;
    }

    /// <summary>
    /// The methods of this module that a call of another one's may run, as when a framework's interface is called.
    /// </summary>
    public IReadOnlyList<int> Implementations(Call call)
    {
        if (call.OwnToken is not null || !call.MayDispatch) return [];
        if (!_implementations.TryGetValue(call.ToString(), out IReadOnlyList<int>? methods))
        {
            _implementations[call.ToString()] = methods =
                Ask(metadata => RunTargets.Implementations(metadata, call.Type, call.Member).ToList()) ?? [];
        }
        return methods;
    }

    /// <summary>The methods of this module that another one calls by these metadata names.</summary>
    public IReadOnlyList<int> Named(string type, string member) =>
        Ask(metadata => RunTargets.Named(metadata, type, member).ToList()) ?? [];

    /// <summary>
    /// The body of the iterator that this method only makes, for whoever enumerates it; null for any other method.
    /// </summary>
    public int? IteratorOf(int token) => _files.Metadata is { } metadata
        ? Calls(token)
            .Where(call => call is { Member: ".ctor", OwnToken: not null })
            .Select(call => Untrusted.Read(() => RunTargets.BodyOfIterator(metadata, call.OwnToken!.Value)))
            .FirstOrDefault(body => body is not null)
        : null;

    /// <summary>
    /// What a framework may find and call without naming it in IL: the actions of a controller, handlers of messages.
    /// </summary>
    public IReadOnlyList<int> CallableByReflection() => _callable ??= Ask(UnnamedCalls.ByReflection) ?? [];

    /// <summary>What a container calls by code that it makes at run time.</summary>
    public IReadOnlyList<int> Constructors() => _constructors ??= Ask(UnnamedCalls.Constructors) ?? [];

    /// <summary>Whether a minimal API calls the method to make an argument of a handler.</summary>
    public bool BindsArguments(int token) => Ask(metadata => UnnamedCalls.BindsArguments(metadata, MetadataNames.Method(metadata, token)));

    /// <summary>
    /// Whether there can be an object to call a method of, when only these methods ever ran. Of abstract and generic
    /// types, and of those that the compiler made, no conclusion is drawn.
    /// </summary>
    public bool MayHaveObject(int token, IReadOnlySet<int> ran) => Ask(metadata => UnnamedCalls.MayHaveObject(metadata, token, ran));

    /// <summary>
    /// Whether it may run though no IL of this module names it: through an interface or a base, from outside, by
    /// reflection, or by itself.
    /// </summary>
    public bool MayBeCalledUnnamed(int token) => Ask(metadata => UnnamedCalls.MayReach(metadata, MetadataNames.Method(metadata, token)));

    /// <summary>The instructions of a method; null where it has none that can be read.</summary>
    public ILBody? Body(int token)
    {
        if (!_bodies.TryGetValue(token, out ILBody? body)) _bodies[token] = body = Untrusted.Read(() => ReadBody(token));
        return body;
    }

    /// <summary>
    /// Whether a call is the last thing that a method does: optimized, it hands over to what it calls and leaves the
    /// stack.
    /// </summary>
    public bool IsTailCall(int token, Call call) => Body(token) is { } body
        && body.Code.SkipWhile(one => one.Offset <= call.Offset || one.Code == OpCodes.Nop).FirstOrDefault().Code == OpCodes.Ret;

    /// <summary>Whether it is code of another language, which this module only declares.</summary>
    public bool IsNative(int token) =>
        Ask(metadata => MetadataNames.Method(metadata, token).Attributes.HasFlag(MethodAttributes.PinvokeImpl));

    /// <summary>The parts of its own code that it jumps back in.</summary>
    public IEnumerable<(int Start, int End)> Loops(int token) => Body(token) is { } body
        ? from pair in body.Code.Zip(body.Code.Skip(1))
          where pair.First.Target(pair.Second.Offset) <= pair.First.Offset
          select (pair.First.Target(pair.Second.Offset)!.Value, pair.Second.Offset)
        : [];

    /// <summary>The full name of the field that an instruction means; null for what has none.</summary>
    public string? Field(int token) => Ask(metadata => MetadataNames.Field(metadata, token));

    /// <summary>
    /// What an async method goes on in after its first await: the body that the compiler made of it; null for any other
    /// method.
    /// </summary>
    public int? AsyncBodyOf(int token) => _files.Metadata is { } metadata && Body(token) is { } body
        ? Untrusted.Read(() => RunTargets.AsyncBody(metadata, body.Code))
        : null;

    private ILBody? ReadBody(int token)
    {
        if (_files.Image is not { } image || _files.Metadata is not { } metadata
            || MetadataTokens.EntityHandle(token).Kind != HandleKind.MethodDefinition)
        {
            return null;
        }
        int address = MetadataNames.Method(metadata, token).RelativeVirtualAddress;
        if (address == 0 || image.GetMethodBody(address) is not { Size: <= MethodCalls.LargestMethod } body) return null;
        ILInstruction[] code = [.. ILInstructions.In(body.GetILBytes() ?? [])];
        ILValues values = new(code, called => Untrusted.Read<CallShape?>(() => MetadataNames.Shape(metadata, called)));
        return new(code, body.ExceptionRegions, values);
    }

    /// <summary>Whether a program begins in this module, rather than being handed what is in it.</summary>
    public bool HasEntryPoint => _entryPoint.Value != 0;

    /// <summary>The program's beginning, also as an async method: it runs once, and not as a work item.</summary>
    public bool IsEntryPoint(int token) =>
        token == _entryPoint.Value || Name(token) is { } name && FrameNames.WrittenMember(name.Type, name.Member) is "Main" or "<Main>$";

    /// <summary>The JIT inlines small methods, those that ask for it, and larger ones by what it has seen.</summary>
    public bool MayBeInlined(int token, int largest) =>
        (_sizes.TryGetValue(token, out int known) ? known : _sizes[token] = SizeToInline(token)) <= largest;

    /// <summary>Bytes of IL; 0 for a method that asks to be inlined, and more than any where it cannot be.</summary>
    private int SizeToInline(int token) => _files.Image is { } image && _files.Metadata is { } metadata
        ? Untrusted.Read<int?>(() =>
        {
            MethodDefinition method = MetadataNames.Method(metadata, token);
            if (method.RelativeVirtualAddress == 0 || method.ImplAttributes.HasFlag(MethodImplAttributes.NoInlining)) return null;
            return method.ImplAttributes.HasFlag(MethodImplAttributes.AggressiveInlining)
                ? 0
                : image.GetMethodBody(method.RelativeVirtualAddress).GetILReader().Length;
        }) ?? int.MaxValue
        : int.MaxValue;

    /// <summary>All methods of this module, as tokens.</summary>
    public IReadOnlyList<int> Methods() =>
        Ask(metadata => metadata.MethodDefinitions.Select(method => MetadataTokens.GetToken(method)).ToList()) ?? [];

    /// <summary>Whether anything in this module may call this method of another one (metadata Type.Member).</summary>
    public bool Mentions(string callee) => Ask(metadata => metadata.MemberReferences.Any(member =>
        MetadataNames.Callee(metadata, MetadataTokens.GetToken(member)) is { } name && $"{name.Type}.{name.Member}" == callee));

    /// <summary>What the metadata answers; nothing where there is none, or where it is broken.</summary>
    private T? Ask<T>(Func<MetadataReader, T?> ask) =>
        _files.Metadata is { } metadata ? Untrusted.Read(() => ask(metadata)) : default;

    private MethodCalls CallsOf(int token)
    {
        if (!_calls.TryGetValue(token, out MethodCalls? calls))
        {
            _calls[token] = calls = _files is { Image: { } image, Metadata: { } metadata }
                ? MethodCalls.Of(image, metadata, token)
                : MethodCalls.None;
        }
        return calls;
    }
}
