using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Which methods may run though no IL of their module names them.</summary>
internal static class UnnamedCalls
{
    /// <summary>
    /// What a framework finds by its attributes and names: public methods of public types, and what binds arguments.
    /// </summary>
    public static List<int> ByReflection(MetadataReader metadata) => Where(metadata, method => IsOpen(metadata, method));

    /// <summary>What a container calls to make an object.</summary>
    public static List<int> Constructors(MetadataReader metadata) =>
        Where(metadata, method => metadata.StringComparer.Equals(method.Name, ".ctor"));

    /// <summary>Whether a minimal API calls the method to make an argument of a handler.</summary>
    public static bool BindsArguments(MetadataReader metadata, MethodDefinition method) => method.Attributes.HasFlag(MethodAttributes.Static)
        && (metadata.StringComparer.Equals(method.Name, "BindAsync") || metadata.StringComparer.Equals(method.Name, "TryParse"));

    /// <summary>
    /// Whether it may be reached through an interface or a base, from outside, by reflection, or by itself. Finalizers
    /// are, by a thread of their own alone.
    /// </summary>
    public static bool MayReach(MetadataReader metadata, MethodDefinition method) =>
        method.Attributes.HasFlag(MethodAttributes.Virtual) && !metadata.StringComparer.Equals(method.Name, "Finalize")
        || IsOpen(metadata, method)
        || metadata.StringComparer.Equals(method.Name, ".cctor");

    /// <summary>Whether one of these methods makes an object of the method's type, or none is needed.</summary>
    public static bool MayHaveObject(MetadataReader metadata, int token, IReadOnlySet<int> ran)
    {
        MethodDefinition method = MetadataNames.Method(metadata, token);
        TypeDefinition type = metadata.GetTypeDefinition(method.GetDeclaringType());
        if (method.Attributes.HasFlag(MethodAttributes.Static) || type.Attributes.HasFlag(TypeAttributes.Abstract)
            || type.GetGenericParameters().Count > 0 || metadata.GetString(type.Name).StartsWith('<'))
        {
            return true;
        }
        IEnumerable<int> constructors = type.GetMethods()
            .Where(handle => metadata.StringComparer.Equals(metadata.GetMethodDefinition(handle).Name, ".ctor"))
            .Select(handle => MetadataTokens.GetToken(handle));
        // A structure needs none to be called.
        return constructors.DefaultIfEmpty().Any(constructor => constructor == 0 || ran.Contains(constructor));
    }

    private static bool IsOpen(MetadataReader metadata, MethodDefinition method) =>
        (method.Attributes & MethodAttributes.MemberAccessMask) == MethodAttributes.Public
        && !method.Attributes.HasFlag(MethodAttributes.SpecialName)
        && (BindsArguments(metadata, method) || (metadata.GetTypeDefinition(method.GetDeclaringType()).Attributes & TypeAttributes.VisibilityMask)
            is TypeAttributes.Public or TypeAttributes.NestedPublic);

    private static List<int> Where(MetadataReader metadata, Func<MethodDefinition, bool> isMeant) =>
        [.. metadata.MethodDefinitions.Where(handle => isMeant(metadata.GetMethodDefinition(handle))).Select(handle => MetadataTokens.GetToken(handle))];
}
