using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// One piece of machine code and the method it was made from. A method has one for each tier and instance.
/// </summary>
/// <remarks>IsHot: compiled again because it was called often, some thirty times.</remarks>
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
    bool IsDynamic,
    bool IsHot = false)
{
    /// <summary>The type without generic arguments, as calls in IL name it.</summary>
    public string TypeDefinition => FrameNames.WithoutInstance(TypeName);

    /// <summary>The method a person wrote, when this is its state machine: calls name that one.</summary>
    public string? WrittenMember => FrameNames.WrittenMember(TypeName, Name);

    public bool Contains(ulong address) => address - Start < Size;
}
