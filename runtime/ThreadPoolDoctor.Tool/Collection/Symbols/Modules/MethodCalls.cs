using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>What the IL of one method calls and makes delegates of, each in its order.</summary>
internal sealed record MethodCalls(IReadOnlyList<Call> Calls, IReadOnlyList<MadeDelegate> Delegates)
{
    /// <summary>Bytes of IL above which a method is not read.</summary>
    public const int LargestMethod = 1 << 20;

    /// <summary>Of a method that cannot be read.</summary>
    public static MethodCalls None { get; } = new([], []);

    /// <summary>Those of a method, up to where its IL or what it names cannot be read.</summary>
    public static MethodCalls Of(PEReader image, MetadataReader metadata, int token)
    {
        var (calls, delegates) = (new List<Call>(), new List<MadeDelegate>());
        Untrusted.Read(() => Read(image, metadata, token, calls, delegates));
        return new(calls, delegates);
    }

    private static bool Read(PEReader image, MetadataReader metadata, int token, List<Call> calls, List<MadeDelegate> delegates)
    {
        int address = MetadataNames.Method(metadata, token).RelativeVirtualAddress;
        if (address == 0 || image.GetMethodBody(address) is not { Size: <= LargestMethod } body) return false;
        // Between an await's GetAwaiter and its GetResult the state machine hands itself over; a call to GetResult that
        // a person wrote has nothing in between.
        bool handedOver = false;
        int? target = null;
        foreach (ILMethod named in ILCalls.In(body.GetILBytes() ?? []))
        {
            int? own = MetadataNames.OwnMethod(metadata, named.Token);
            if (!named.IsCall)
            {
                if (own is not null) delegates.Add(new(own.Value, "", ""));
                target = own;
            }
            else if (MetadataNames.Callee(metadata, named.Token) is { } callee)
            {
                // The pointer to a method goes into the constructor of a delegate at once.
                if (target is not null && callee.Member == ".ctor") delegates[^1] = delegates[^1] with { Type = callee.Type };
                else if (delegates is [.., { HandedTo: "" } made]) delegates[^1] = made with { HandedTo = callee.Type };
                target = null;
                bool mayDispatch = named.IsVirtual
                    && (own is null || MetadataNames.Method(metadata, own.Value).Attributes.HasFlag(MethodAttributes.Virtual));
                string? assembly = own is null ? MetadataNames.AssemblyOf(metadata, named.Token) : null;
                bool isAwait = handedOver && callee.Member == "GetResult";
                calls.Add(new Call(named.Offset, callee.Type, callee.Member, own, mayDispatch, isAwait, assembly));
                handedOver = callee.Member is "AwaitUnsafeOnCompleted" or "AwaitOnCompleted"
                    || handedOver && callee.Member is not ("GetAwaiter" or "GetResult");
            }
        }
        return true;
    }
}
