using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Names that only a module's metadata knows: what a call calls, and how a method was declared.</summary>
internal static class MetadataNames
{
    /// <summary>
    /// Signatures are decoded recursively: a bound on their length bounds the depth that a hostile one can reach.
    /// </summary>
    private const int LongestSignature = 2_000;

    /// <summary>Types nested deeper, or in a circle, are not told.</summary>
    private const int DeepestNesting = 20;

    /// <summary>The definition of a method of this module.</summary>
    public static MethodDefinition Method(MetadataReader metadata, int token) =>
        metadata.GetMethodDefinition((MethodDefinitionHandle)MetadataTokens.EntityHandle(token));

    /// <summary>
    /// The type and member that a call's token means; null for what has no name (arrays, function pointers).
    /// </summary>
    public static (string Type, string Member)? Callee(MetadataReader metadata, int token)
    {
        EntityHandle handle = Definition(metadata, token);
        switch (handle.Kind)
        {
            case HandleKind.MethodDefinition:
                MethodDefinition method = metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
                return (TypeName(metadata, method.GetDeclaringType()) ?? "", metadata.GetString(method.Name));
            case HandleKind.MemberReference:
                MemberReference member = metadata.GetMemberReference((MemberReferenceHandle)handle);
                return TypeName(metadata, member.Parent) is { } type ? (type, metadata.GetString(member.Name)) : null;
            default:
                return null;
        }
    }

    /// <summary>
    /// The method of this module that a call's token means, as a token; null when it lives in another.
    /// </summary>
    public static int? OwnMethod(MetadataReader metadata, int token)
    {
        EntityHandle handle = Definition(metadata, token);
        if (handle.Kind == HandleKind.MemberReference)
        {
            // A method of one of this module's generic types is called by name and signature; the name must do.
            MemberReference member = metadata.GetMemberReference((MemberReferenceHandle)handle);
            return OwnGenericType(metadata, member.Parent) is { } type ? OnlyMethodNamed(metadata, type, member.Name) : null;
        }
        return handle.Kind == HandleKind.MethodDefinition ? MetadataTokens.GetToken(handle) : null;
    }

    /// <summary>The full name of the field that a token means; null for what has none.</summary>
    public static string? Field(MetadataReader metadata, int token)
    {
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        (EntityHandle Type, StringHandle Name)? field = handle.Kind switch
        {
            HandleKind.FieldDefinition when metadata.GetFieldDefinition((FieldDefinitionHandle)handle) is var own => (own.GetDeclaringType(), own.Name),
            HandleKind.MemberReference when metadata.GetMemberReference((MemberReferenceHandle)handle) is var other => (other.Parent, other.Name),
            _ => null,
        };
        return field is { } known && TypeName(metadata, known.Type) is { } type ? $"{type}.{metadata.GetString(known.Name)}" : null;
    }

    /// <summary>The type of this module that declares the field which a token means; null for one of another.</summary>
    public static TypeDefinitionHandle? OwnTypeOfField(MetadataReader metadata, int token)
    {
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        return handle.Kind switch
        {
            HandleKind.FieldDefinition => metadata.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType(),
            HandleKind.MemberReference => OwnType(metadata, metadata.GetMemberReference((MemberReferenceHandle)handle).Parent),
            _ => null,
        };
    }

    /// <summary>What the method that a call's token means takes and gives; null where it is no method.</summary>
    public static CallShape? Shape(MetadataReader metadata, int token)
    {
        EntityHandle handle = Definition(metadata, token);
        BlobHandle? signature = handle.Kind switch
        {
            HandleKind.MethodDefinition => metadata.GetMethodDefinition((MethodDefinitionHandle)handle).Signature,
            HandleKind.MemberReference => metadata.GetMemberReference((MemberReferenceHandle)handle).Signature,
            _ => null,
        };
        if (signature is not { } known) return null;
        BlobReader blob = metadata.GetBlobReader(known);
        SignatureHeader header = blob.ReadSignatureHeader();
        if (header.Kind != SignatureKind.Method) return null;
        if (header.IsGeneric) blob.ReadCompressedInteger();
        int parameters = blob.ReadCompressedInteger();
        SignatureTypeCode returned = blob.ReadSignatureTypeCode();
        while (returned is SignatureTypeCode.OptionalModifier or SignatureTypeCode.RequiredModifier)
        {
            blob.ReadTypeHandle();
            returned = blob.ReadSignatureTypeCode();
        }
        return new(parameters, header.IsInstance, returned != SignatureTypeCode.Void);
    }

    /// <summary>
    /// How the method that a person wrote was declared, when <paramref name="token"/> is it or its state machine.
    /// </summary>
    /// <param name="metadata">The module.</param>
    /// <param name="pdb">Its PDB, which knows whose state machine a method is.</param>
    /// <param name="token">The method.</param>
    /// <param name="withParameters">Also decode the parameters of a method whose signature the runtime did not
    /// tell.</param>
    public static WrittenParameters Written(MetadataReader metadata, MetadataReader? pdb, int token, bool withParameters)
    {
        var handle = (MethodDefinitionHandle)MetadataTokens.EntityHandle(token);
        MethodDefinitionHandle kickoff = pdb is not null && MetadataTokens.GetRowNumber(handle) <= pdb.MethodDebugInformation.Count
            ? pdb.GetMethodDebugInformation(handle).GetStateMachineKickoffMethod()
            : default;
        MethodDefinition method = metadata.GetMethodDefinition(kickoff.IsNil ? handle : kickoff);
        string[] ofType = Names(metadata, metadata.GetTypeDefinition(method.GetDeclaringType()).GetGenericParameters());
        string[] ofMethod = Names(metadata, method.GetGenericParameters());
        return !(kickoff.IsNil && !withParameters) && Signature(metadata, method, ofType, ofMethod) is { } signature
            ? new WrittenParameters(ofType, ofMethod, signature.ParameterTypes, signature.ReturnType)
            : new WrittenParameters(ofType, ofMethod);
    }

    private static MethodSignature<string>? Signature(MetadataReader metadata, MethodDefinition method, string[] ofType, string[] ofMethod) =>
        metadata.GetBlobReader(method.Signature) is { Length: <= LongestSignature } signature && SignatureCounts.AreTrue(signature)
            ? method.DecodeSignature(new CSharpTypeNames(), (ofType, ofMethod))
            : null;

    private static string[] Names(MetadataReader metadata, GenericParameterHandleCollection parameters) =>
        [.. parameters.Select(parameter => metadata.GetString(metadata.GetGenericParameter(parameter).Name))];

    public static string? TypeName(MetadataReader metadata, EntityHandle handle, int depth = 0)
    {
        if (depth > DeepestNesting)
        {
            return null;
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

    /// <summary>
    /// The definition of a generic instance, <c>GENERICINST (CLASS | VALUETYPE) type ...</c>; other specifications have
    /// no members by name.
    /// </summary>
    private static string? GenericDefinition(MetadataReader metadata, TypeSpecificationHandle handle, int depth)
    {
        BlobReader blob = metadata.GetBlobReader(metadata.GetTypeSpecification(handle).Signature);
        return InstanceOf(ref blob) is { IsNil: false } type ? TypeName(metadata, type, depth + 1) : null;
    }

    private static EntityHandle InstanceOf(ref BlobReader blob)
    {
        if (blob.Length < 3 || blob.ReadByte() != (byte)SignatureTypeCode.GenericTypeInstance)
        {
            return default;
        }
        blob.ReadByte();
        return blob.ReadTypeHandle();
    }

    private static EntityHandle Definition(MetadataReader metadata, int token)
    {
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        return handle.Kind == HandleKind.MethodSpecification
            ? metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method
            : handle;
    }

    /// <summary>The type of this module that is meant, generic or not; null for one of another.</summary>
    public static TypeDefinitionHandle? OwnType(MetadataReader metadata, EntityHandle type) =>
        type is { IsNil: false, Kind: HandleKind.TypeDefinition } ? (TypeDefinitionHandle)type : OwnGenericType(metadata, type);

    /// <summary>The assembly that a called method lives in, by its simple name; null for this one.</summary>
    public static string? AssemblyOf(MetadataReader metadata, int token)
    {
        EntityHandle handle = Definition(metadata, token);
        if (handle.Kind != HandleKind.MemberReference) return null;
        EntityHandle type = metadata.GetMemberReference((MemberReferenceHandle)handle).Parent;
        if (type.Kind == HandleKind.TypeSpecification)
        {
            BlobReader blob = metadata.GetBlobReader(metadata.GetTypeSpecification((TypeSpecificationHandle)type).Signature);
            type = InstanceOf(ref blob);
        }
        for (int depth = 0; depth < DeepestNesting && type is { IsNil: false, Kind: HandleKind.TypeReference }; depth++)
        {
            type = metadata.GetTypeReference((TypeReferenceHandle)type).ResolutionScope;
        }
        return type is { IsNil: false, Kind: HandleKind.AssemblyReference }
            ? metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type).Name)
            : null;
    }

    private static TypeDefinitionHandle? OwnGenericType(MetadataReader metadata, EntityHandle parent)
    {
        if (parent.Kind != HandleKind.TypeSpecification)
        {
            return null;
        }
        BlobReader blob = metadata.GetBlobReader(metadata.GetTypeSpecification((TypeSpecificationHandle)parent).Signature);
        return InstanceOf(ref blob) is { Kind: HandleKind.TypeDefinition } type ? (TypeDefinitionHandle)type : null;
    }

    private static int? OnlyMethodNamed(MetadataReader metadata, TypeDefinitionHandle type, StringHandle name)
    {
        string wanted = metadata.GetString(name);
        MethodDefinitionHandle[] found = [.. metadata.GetTypeDefinition(type).GetMethods()
            .Where(method => metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, wanted))];
        return found.Length == 1 ? MetadataTokens.GetToken(found[0]) : null;
    }

    private static string Qualified(MetadataReader metadata, StringHandle space, StringHandle name) =>
        space.IsNil ? metadata.GetString(name) : $"{metadata.GetString(space)}.{metadata.GetString(name)}";
}
