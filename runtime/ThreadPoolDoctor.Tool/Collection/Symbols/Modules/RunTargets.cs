using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which methods of a module may run where IL names another: what implements it, and what an iterator hands out.
/// </summary>
internal static class RunTargets
{
    private const string StateMachine = "System.Runtime.CompilerServices.IAsyncStateMachine";

    /// <summary>The module's methods that implement or override this one of its own.</summary>
    public static IEnumerable<int> Implementations(MetadataReader metadata, int token)
    {
        MethodDefinition named = MetadataNames.Method(metadata, token);
        string name = metadata.GetString(named.Name);
        TypeDefinitionHandle type = named.GetDeclaringType();
        return from handle in metadata.TypeDefinitions
               where handle != type && Is(metadata, handle, type, depth: 0)
               from method in metadata.GetTypeDefinition(handle).GetMethods()
               let definition = metadata.GetMethodDefinition(method)
               where definition.Attributes.HasFlag(MethodAttributes.Virtual) && IsNamed(metadata.GetString(definition.Name), name)
               select MetadataTokens.GetToken(method);
    }

    /// <summary>
    /// The module's methods that implement or override this one of another module, as Dispose of IDisposable.
    /// </summary>
    public static IEnumerable<int> Implementations(MetadataReader metadata, string type, string member) =>
        from handle in metadata.TypeDefinitions
        where Parents(metadata, handle).Any(parent => MetadataNames.TypeName(metadata, parent) == type)
        from method in metadata.GetTypeDefinition(handle).GetMethods()
        let definition = metadata.GetMethodDefinition(method)
        where definition.Attributes.HasFlag(MethodAttributes.Virtual) && IsNamed(metadata.GetString(definition.Name), member)
        select MetadataTokens.GetToken(method);

    /// <summary>The methods of a type, by metadata names; several where the name is overloaded.</summary>
    public static IEnumerable<int> Named(MetadataReader metadata, string type, string member) =>
        from handle in metadata.TypeDefinitions
        where MetadataNames.TypeName(metadata, handle) == type
        from method in metadata.GetTypeDefinition(handle).GetMethods()
        where metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, member)
        select MetadataTokens.GetToken(method);

    /// <summary>
    /// The body of the iterator that this constructor makes one of: the compiler puts it into MoveNext of a type of its
    /// own.
    /// </summary>
    public static int? BodyOfIterator(MetadataReader metadata, int constructor)
    {
        MethodDefinition made = MetadataNames.Method(metadata, constructor);
        return MoveNextOf(metadata, made.GetDeclaringType());
    }

    /// <summary>The body of the async method whose beginning this is: the state machine whose fields it sets.</summary>
    public static int? AsyncBody(MetadataReader metadata, IEnumerable<ILInstruction> beginning) => beginning
        .Where(one => one.Code == OpCodes.Stfld)
        .Select(one => MetadataNames.OwnTypeOfField(metadata, one.Operand) is { } type ? MoveNextOf(metadata, type) : null)
        .FirstOrDefault(body => body is not null);

    private static int? MoveNextOf(MetadataReader metadata, TypeDefinitionHandle machine)
    {
        TypeDefinition type = metadata.GetTypeDefinition(machine);
        // C# and Visual Basic name their own alike; F# and hand-written ones are told by what they implement.
        if (!metadata.GetString(type.Name).Contains(">d__", StringComparison.Ordinal)
            && !Parents(metadata, machine).Any(parent => MetadataNames.TypeName(metadata, parent) == StateMachine))
        {
            return null;
        }
        return type.GetMethods()
            .Where(method => metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, "MoveNext"))
            .Select(method => (int?)MetadataTokens.GetToken(method))
            .FirstOrDefault();
    }

    /// <summary>An explicit implementation bears the interface's name before its own.</summary>
    private static bool IsNamed(string implementation, string name) =>
        implementation == name || implementation.EndsWith("." + name, StringComparison.Ordinal);

    /// <summary>Whether a type is derived from another of its module, or implements it.</summary>
    private static bool Is(MetadataReader metadata, TypeDefinitionHandle type, TypeDefinitionHandle wanted, int depth)
    {
        const int Deepest = 20; // a broken file may have types derived from each other
        if (type == wanted) return true;
        if (depth > Deepest) return false;
        return Parents(metadata, type)
            .Select(parent => MetadataNames.OwnType(metadata, parent))
            .OfType<TypeDefinitionHandle>()
            .Any(parent => Is(metadata, parent, wanted, depth + 1));
    }

    /// <summary>
    /// What a type implements and is derived from, of any module; an interface is derived from nothing.
    /// </summary>
    private static IEnumerable<EntityHandle> Parents(MetadataReader metadata, TypeDefinitionHandle type)
    {
        TypeDefinition definition = metadata.GetTypeDefinition(type);
        return definition.GetInterfaceImplementations()
            .Select(handle => metadata.GetInterfaceImplementation(handle).Interface)
            .Append(definition.BaseType)
            .Where(parent => !parent.IsNil);
    }
}
