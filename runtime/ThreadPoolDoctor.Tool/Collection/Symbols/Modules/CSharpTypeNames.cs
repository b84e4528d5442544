using System.Collections.Immutable;
using System.Reflection.Metadata;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Spells the types of a metadata signature as C# does, in short names, like <see cref="Frame.DisplayName"/>.
/// </summary>
internal sealed class CSharpTypeNames : ISignatureTypeProvider<string, (string[] OfType, string[] OfMethod)>
{
    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => PrimitiveTypes.Keyword("System." + typeCode) ?? typeCode.ToString();

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => Short(reader, handle);

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => Short(reader, handle);

    public string GetTypeFromSpecification(MetadataReader reader, (string[] OfType, string[] OfMethod) context, TypeSpecificationHandle handle, byte rawTypeKind) =>
        Short(reader, handle);

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        genericType == "Nullable" && typeArguments.Length == 1 ? typeArguments[0] + "?" : $"{genericType}<{string.Join(", ", typeArguments)}>";

    public string GetGenericTypeParameter((string[] OfType, string[] OfMethod) context, int index) => Name(context.OfType, index);

    public string GetGenericMethodParameter((string[] OfType, string[] OfMethod) context, int index) => Name(context.OfMethod, index);

    public string GetSZArrayType(string elementType) => elementType + "[]";

    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', Math.Clamp(shape.Rank - 1, 0, 31))}]";

    public string GetByReferenceType(string elementType) => "ref " + elementType;

    public string GetPointerType(string elementType) => elementType + "*";

    public string GetPinnedType(string elementType) => elementType;

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

    public string GetFunctionPointerType(MethodSignature<string> signature) => "delegate*";

    private static string Name(string[] names, int index) => index < names.Length ? names[index] : "T";

    private static string Short(MetadataReader reader, EntityHandle handle) => MetadataNames.TypeName(reader, handle) switch
    {
        null => "?",
        string name => PrimitiveTypes.Keyword(name) ?? FrameNames.ShortName(name),
    };
}
