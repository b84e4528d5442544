namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>One piece of machine code and the method it was made from. A method has one for each tier and instance.</summary>
internal sealed record MethodCode(
    ulong Start,
    uint Size,
    long MethodId,
    long VersionId,
    long ModuleId,
    int Token,
    string TypeName,
    string Name,
    string Signature,
    bool IsDynamic)
{
    public bool Contains(ulong address) => address - Start < Size;
}
