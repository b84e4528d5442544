using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Names that only a module's metadata knows: what a call calls, and how a method was declared.</summary>
internal static class MetadataNames
{
    /// <summary>Signatures are decoded recursively: a bound on their length bounds the depth that a hostile one can reach.</summary>
    private const int LongestSignature = 2_000;

    /// <summary>Metadata <c>Type.Member</c> of a call's token, as the catalogue spells it; null for what has no name (arrays, function pointers).</summary>
    public static string? Callee(MetadataReader metadata, int token)
    {
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        if (handle.Kind == HandleKind.MethodSpecification)
        {
            handle = metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method;
        }
        switch (handle.Kind)
        {
            case HandleKind.MethodDefinition:
                MethodDefinition method = metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
                return $"{TypeName(metadata, method.GetDeclaringType())}.{metadata.GetString(method.Name)}";
            case HandleKind.MemberReference:
                MemberReference member = metadata.GetMemberReference((MemberReferenceHandle)handle);
                return TypeName(metadata, member.Parent) is { } type ? $"{type}.{metadata.GetString(member.Name)}" : null;
            default:
                return null;
        }
    }

    /// <summary>How the method that a person wrote was declared, when <paramref name="token"/> is it or its state machine.</summary>
    public static WrittenParameters Written(MetadataReader metadata, MetadataReader? pdb, int token)
    {
        var handle = (MethodDefinitionHandle)MetadataTokens.EntityHandle(token);
        MethodDefinitionHandle kickoff = pdb is not null && MetadataTokens.GetRowNumber(handle) <= pdb.MethodDebugInformation.Count
            ? pdb.GetMethodDebugInformation(handle).GetStateMachineKickoffMethod()
            : default;
        MethodDefinition method = metadata.GetMethodDefinition(kickoff.IsNil ? handle : kickoff);
        string[] ofType = Names(metadata, metadata.GetTypeDefinition(method.GetDeclaringType()).GetGenericParameters());
        string[] ofMethod = Names(metadata, method.GetGenericParameters());
        return new WrittenParameters(ofType, ofMethod, kickoff.IsNil ? null : Parameters(metadata, method, ofType, ofMethod));
    }

    private static IReadOnlyList<string>? Parameters(MetadataReader metadata, MethodDefinition method, string[] ofType, string[] ofMethod) =>
        metadata.GetBlobReader(method.Signature).Length <= LongestSignature
            ? method.DecodeSignature(new CSharpTypeNames(), (ofType, ofMethod)).ParameterTypes
            : null;

    private static string[] Names(MetadataReader metadata, GenericParameterHandleCollection parameters) =>
        [.. parameters.Select(parameter => metadata.GetString(metadata.GetGenericParameter(parameter).Name))];

    public static string? TypeName(MetadataReader metadata, EntityHandle handle, int depth = 0)
    {
        if (depth > 20)
        {
            return null; // types nested in a circle
        }
        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                TypeDefinition definition = metadata.GetTypeDefinition((TypeDefinitionHandle)handle);
                TypeDefinitionHandle outer = definition.GetDeclaringType();
                return outer.IsNil
                    ? Qualified(metadata, definition.Namespace, definition.Name)
                    : $"{TypeName(metadata, outer, depth + 1)}+{metadata.GetString(definition.Name)}";
            case HandleKind.TypeReference:
                TypeReference reference = metadata.GetTypeReference((TypeReferenceHandle)handle);
                return reference.ResolutionScope.Kind == HandleKind.TypeReference
                    ? $"{TypeName(metadata, reference.ResolutionScope, depth + 1)}+{metadata.GetString(reference.Name)}"
                    : Qualified(metadata, reference.Namespace, reference.Name);
            case HandleKind.TypeSpecification:
                return GenericDefinition(metadata, (TypeSpecificationHandle)handle, depth);
            default:
                return null;
        }
    }

    /// <summary>The definition of a generic instance: <c>GENERICINST (CLASS | VALUETYPE) type ...</c>; other specifications have no members by name.</summary>
    private static string? GenericDefinition(MetadataReader metadata, TypeSpecificationHandle handle, int depth)
    {
        BlobReader blob = metadata.GetBlobReader(metadata.GetTypeSpecification(handle).Signature);
        if (blob.Length < 3 || blob.ReadByte() != (byte)SignatureTypeCode.GenericTypeInstance)
        {
            return null;
        }
        blob.ReadByte();
        return TypeName(metadata, blob.ReadTypeHandle(), depth + 1);
    }

    private static string Qualified(MetadataReader metadata, StringHandle space, StringHandle name) =>
        space.IsNil ? metadata.GetString(name) : $"{metadata.GetString(space)}.{metadata.GetString(name)}";
}
