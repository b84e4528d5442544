namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which of the user's methods code that was made at run time may call, by the framework's method that runs that code.
/// </summary>
internal static class GeneratedCallers
{
    // What is handed a lambda that no handler is made of: queries, containers, filters.
    private static readonly string[] s_others =
    [
        "System.Linq.", "System.Collections.", "System.Threading.", "Microsoft.Extensions.DependencyInjection.",
        "Microsoft.AspNetCore.Http.EndpointFilter",
    ];

    /// <summary>
    /// The methods that may have been compiled into the generated code, or called by it and left: what ran often may
    /// end in a tail call, and what never ran by itself was swallowed.
    /// </summary>
    /// <param name="caller">The type whose method runs the generated code; empty where it is not known.</param>
    /// <param name="module">A module of the user's.</param>
    /// <param name="compiled">Its methods that have machine code of their own: they make the delegates.</param>
    /// <param name="hot">Those of them that were compiled again.</param>
    public static IEnumerable<int> Callees(string caller, UserModule module, IReadOnlySet<int> compiled, IReadOnlySet<int> hot)
    {
        // A container calls the constructors by reflection at first, so that each has code of its own as well.
        return RunsConstructors(caller)
            ? module.Constructors().Where(compiled.Contains)
            : Named(caller, module, compiled).Distinct().Where(method => !compiled.Contains(method) || hot.Contains(method));
    }

    /// <summary>
    /// The methods that generated code is named after, which calls nothing else: reflection's own, whatever their
    /// visibility, and the accessors that serializers make.
    /// </summary>
    /// <param name="generated">The name of the generated method.</param>
    /// <param name="module">A module of the user's.</param>
    /// <param name="compiled">Its methods that have machine code of their own: they make the delegates.</param>
    public static IReadOnlyList<int> NamedBy(string generated, UserModule module, IReadOnlySet<int> compiled)
    {
        string[] accessors = [.. s_accessors
            .Where(one => generated.Length > one.Prefix.Length + one.Suffix.Length
                && generated.StartsWith(one.Prefix, StringComparison.Ordinal) && generated.EndsWith(one.Suffix, StringComparison.Ordinal))
            .Select(one => one.Member + generated[one.Prefix.Length..^one.Suffix.Length])];
        string? invoked = generated.StartsWith(Stub, StringComparison.Ordinal) ? generated[Stub.Length..] : null;
        if (accessors.Length == 0 && invoked is null) return [];
        int[] methods = [.. module.Methods().Where(method => module.Name(method) is { } name
            && (invoked is null ? accessors.Contains(name.Member) : invoked == $"{LastName(name.Type)}.{name.Member}"))];
        return methods.Length > 0 || invoked is null
            ? methods
            : [.. compiled.SelectMany(module.MadeDelegates).Where(made => invoked == LastName(made.Type) + ".Invoke").Select(made => made.Target).Distinct()];
    }

    private const string Stub = "InvokeStub_";

    // As System.Text.Json and as Newtonsoft's serializer call them.
    private static readonly (string Prefix, string Suffix, string Member)[] s_accessors =
        [("", "Getter", "get_"), ("", "Setter", "set_"), ("Get", "", "get_"), ("Set", "", "set_")];

    private static string LastName(string type) => type[(type.LastIndexOfAny(['.', '+']) + 1)..];

    private static IEnumerable<int> Named(string caller, UserModule module, IReadOnlySet<int> compiled)
    {
        if (RunsActions(caller)) return module.CallableByReflection().Where(method => !module.BindsArguments(method));
        IEnumerable<MadeDelegate> delegates = compiled.SelectMany(module.MadeDelegates);
        return RunsHandlers(caller)
            ? delegates.Where(MayBeHandler).Select(made => made.Target).Concat(module.CallableByReflection().Where(module.BindsArguments))
            : OfMadeObjects(module, compiled, delegates.Select(made => made.Target).Concat(module.CallableByReflection()).Concat(module.Constructors()));
    }

    /// <summary>
    /// Without the methods of types that there is no object of. Web frameworks make theirs by code that swallows the
    /// constructor; of those no conclusion is drawn.
    /// </summary>
    private static IEnumerable<int> OfMadeObjects(UserModule module, IReadOnlySet<int> compiled, IEnumerable<int> methods) =>
        WorkItemCode.Ran(module, compiled) is { } ran
            ? methods.Where(method => module.Name(method) is { Member: ".ctor" } || module.MayHaveObject(method, ran))
            : methods;

    /// <summary>Of controllers, pages and hubs.</summary>
    private static bool RunsActions(string type) =>
        type.Contains("ActionMethodExecutor", StringComparison.Ordinal) || type.Contains("ObjectMethodExecutor", StringComparison.Ordinal);

    /// <summary>Of services: a factory is called through its delegate.</summary>
    private static bool RunsConstructors(string type) => type.StartsWith("Microsoft.Extensions.DependencyInjection.", StringComparison.Ordinal);

    private static bool RunsHandlers(string type) => type.StartsWith("Microsoft.AspNetCore.Http.RequestDelegateFactory", StringComparison.Ordinal);

    private static bool MayBeHandler(MadeDelegate made) =>
        !Array.Exists(s_others, other => made.HandedTo.StartsWith(other, StringComparison.Ordinal));
}
