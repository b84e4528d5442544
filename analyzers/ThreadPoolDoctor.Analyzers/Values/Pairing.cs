using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Calls of X on types that nobody listed, where XAsync is there to be awaited instead. A name alone proves nothing:
/// the twin must bind at that very place with the same receiver and arguments, give the same result, and not be the
/// method that is being written; and X must be of a kind that waits for something.
/// </summary>
internal static class Pairing
{
    // XAsync beside X, though X does not wait: it computes, registers, or its twin exists for another reason.
    private static readonly HashSet<string> s_harmlessNames = new(StringComparer.Ordinal)
    {
        "Add", "AddRange", "Attach", "Cancel", "Dispose", "Close", "Raise", "Setup", "Returns", "Throws", "That",
        "Verify", "Validate", "ToString",
        "Invoke", "Run", "Start", "Stop", "Create", "CreateScope", "Register", "Subscribe", "Publish", "Build",
        "Configure", "Select", "Where",
        "Aggregate", "Compile", "Evaluate", "Parse", "Format", "Render", "Log", "Emit", "Assert", "Serialize",
        "Deserialize", "Yield", "Delay", "Complete",
        "IsDBNull", "GetFieldValue", "GetTextReader", "Post", "Enqueue", "TryWrite", "Handle", "Notify", "Trigger", "Dispatch",
        // Entity Framework's twins for the sake of pooling and interceptors: nobody waits in the plain ones.
        "CreateDbContext", "UseTransaction",
        // It is signed, by a key that is at hand.
        "GetPreSignedURL",
        // What asks about files, opens or deletes them is short, as it is in the catalogue.
        "GetFile", "GetDirectory", "GetFileInfo", "GetDirectoryInfo", "FileExists", "DirectoryExists",
        "CreateDirectory", "TryCreateDirectory",
        "DeleteFile", "TryDeleteFile", "DeleteDirectory", "TryDeleteDirectory", "ClearDirectory", "OpenRead",
        "OpenWrite",
    };

    // ParseDocument, RenderView, ValidateOrder: verbs of work in memory, whatever it is done to.
    private static readonly string[] s_harmlessVerbs = ["Parse", "Serialize", "Deserialize", "Format", "Render",
        "Validate", "Compile", "Log"];

    // What types are called that ask something outside of the process.
    private static readonly string[] s_farAway =
    [
        "Repository", "Store", "Storage", "Db", "Database", "Sql", "Query", "Setting", "Client", "Service",
        "Connection", "Transaction", "Session", "Gateway",
        "Blob", "Mail", "Smtp", "Ftp", "Http", "File", "Stream", "Reader", "Writer", "Redis", "Mongo", "Loader", "Lock",
    ];

    // The same, said by a type that is about files.
    private static readonly HashSet<string> s_harmlessOfFiles = new(StringComparer.Ordinal) { "Exists", "Delete", "TryDelete", "Move", "Rename", "Open", "Refresh" };

    // What a unit of work only notes down until it is flushed, and what gives a proxy that asks when it is first read.
    private static readonly HashSet<string> s_notedBySessions = new(StringComparer.Ordinal) { "Load", "Update", "Persist", "Evict" };

    private static readonly string[] s_harmlessNamespaces =
    [
        "Xunit", "NUnit", "Moq", "NSubstitute", "FakeItEasy", "FluentAssertions", "AwesomeAssertions", "Shouldly",
        "TUnit", "Microsoft.VisualStudio.TestTools",
        "FluentValidation", "System.Threading.Channels", "System.Linq", "Microsoft.Extensions.Hosting",
        "Microsoft.Extensions.DependencyInjection",
        "Microsoft.AspNetCore.Builder", "Microsoft.CodeAnalysis", "Polly", "Spectre.Console", "System.CommandLine",
        "BenchmarkDotNet",
        // It writes an answer to memory, which is sent when the function has ended; the twin is for ASP.NET's server,
        // whose answers cannot be written to any other way.
        "Microsoft.Azure.Functions.Worker.Http",
        // It runs scripts in the process.
        "Jint",
        // What waits in these is in the catalogue; an XmlWriter's twins throw unless it was made for them.
        "System.Xml", "System.IO.Compression",
    ];

    /// <summary>Whether a method of this name may wait, so that its twin is looked for.</summary>
    public static bool MayHaveTwin(string name) => !s_harmlessNames.Contains(name)
        && !name.EndsWith("Async", StringComparison.Ordinal)
        && !(name.StartsWith("Get", StringComparison.Ordinal) && name.EndsWith("Awaiter", StringComparison.Ordinal))
        && !s_harmlessVerbs.Any(verb => IsVerbOf(name, verb));

    /// <summary>The twin of this call as it is written in code; null when there is none that fits.</summary>
    public static string? TwinOf(Examination examination, Body body, CallSite site)
    {
        if (!examination.Options.PairByName || site.Node is not InvocationExpressionSyntax call) return null;
        IMethodSymbol method = site.Target;
        if (!MayHaveTwin(method.Name)) return null;
        // A query is only written down; who goes through it waits.
        if (WorkItems.IsTaskLike(method.ReturnType) || IsIterator(method)
            || method.ReturnType.Name is "IQueryable" or "IOrderedQueryable" or "IAsyncEnumerable"
            || IsHarmlessNamespace(method) || IsNotedBySession(method)) return null;
        if (s_harmlessOfFiles.Contains(method.Name)
            && (method.ContainingType.Name.Contains("File")
            || method.ContainingType.Name.Contains("Directory"))) return null;
        if (method.Parameters.Any(parameter => parameter.RefKind is RefKind.Ref or RefKind.Out)) return null;
        // Each(x => ...) beside EachAsync(async x => ...): what it is given decides whether it waits, and that is
        // followed.
        if (method.Parameters.Any(parameter => parameter.Type.TypeKind == TypeKind.Delegate)
            || IsConditional(call.Expression)) return null;
        // What has a body here, or in another project of the solution, was followed, and found not to block.
        if (!method.IsAbstract && (examination.BodiesOf(method).Any() || examination.IsOfOtherProject(method.ContainingAssembly))) return null;
        string twin = method.Name + "Async";
        if (IsBeingWritten(examination, body, twin)) return null;
        SemanticModel model = examination.ModelOf(call);
        if (!HasCandidate(examination, model, call, method, twin)) return null;
        if (Bind(model, call, twin) is not { } bound || !Fits(bound, method, model, call)) return null;
        return examination.Options.ReportsDoubtful
            || SpeaksOfWaiting(bound, method) && !IsAnsweredHere(examination, method) ? bound.Name : null;
    }

    // guild.GetRole beside GetRoleAsync, where the one looks into memory: a twin is for waiting if it can be cancelled,
    // or if its type is by its name about something that is elsewhere. Whoever gives a ValueTask expects to have the
    // answer mostly at once (node.ClearChanges() beside ClearChangesAsync): then only the type's name is a sign.
    private static bool SpeaksOfWaiting(IMethodSymbol twin, IMethodSymbol method)
    {
        bool canBeCancelled = twin.Parameters.Any(parameter => parameter.Type.Name == "CancellationToken");
        return canBeCancelled && twin.ReturnType.Name != "ValueTask"
            || s_farAway.Any(word => method.ContainingType.Name.Contains(word)
                || twin.ContainingType.Name.Contains(word));
    }

    // Everything here that implements it, and nothing behind that has a name of the catalogue, or a twin of its own:
    // whatever its name and type are called, it is answered in memory. Of what another project declares, others may be
    // elsewhere.
    private static bool IsAnsweredHere(Examination examination, IMethodSymbol method)
    {
        if (!SymbolEqualityComparer.Default.Equals(method.ContainingAssembly,
            examination.Compilation.Assembly)) return false;
        bool isImplemented = false;
        foreach (IMethodSymbol implementation in examination.Calls.ImplementationsOf(method))
        {
            foreach (Body body in examination.BodiesOf(implementation).Where(body => !Throwing.IsAll(body.Node)))
            {
                if (!IsWorkInMemory(examination, implementation, body)) return false;
                isImplemented = true;
            }
        }
        return isImplemented;
    }

    private static bool IsWorkInMemory(Examination examination, IMethodSymbol method, Body body) =>
        (!examination.Suspects.MayBlock(body) || !examination.Calls.Waits(method)) && !body.MayNotEnd
            && !body.Calls.Any(name => !s_harmlessNames.Contains(name) && examination.Twins.Has(name)
                && IsAskedElsewhere(examination, body, name));

    // Of what does not bind, because its package is missing, nobody knows anything.
    private static bool IsAskedElsewhere(Examination examination, Body body, string name) =>
        body.OwnNodes().OfType<InvocationExpressionSyntax>().Where(call => Names.OfInvoked(call.Expression) == name)
            .Any(call => Calls.Target(examination.ModelOf(call), call) is { } called && !IsNotedBySession(called));

    private static bool IsNotedBySession(IMethodSymbol method) => s_notedBySessions.Contains(method.Name)
        && MemberNames.OfNamespace(method.ContainingNamespace) is var space
        && (space == "NHibernate" || space.StartsWith("NHibernate.", StringComparison.Ordinal));

    // What yields its answers runs nothing when it is called: who goes through them does.
    private static bool IsIterator(IMethodSymbol method) =>
        method.ReturnType.Name is "IEnumerable" or "IEnumerator"
        && method.OriginalDefinition.GetAttributes().Any(each => each.AttributeClass?.Name == "IteratorStateMachineAttribute");

    // int Load(int id) => throw new NotSupportedException(): no answer at all.
    private static bool IsVerbOf(string name, string verb) =>
        name.StartsWith(verb, StringComparison.Ordinal) && name.Length > verb.Length && char.IsUpper(name[verb.Length]);

    private static bool IsHarmlessNamespace(IMethodSymbol method)
    {
        string space = MemberNames.OfNamespace(method.ContainingNamespace);
        foreach (string harmless in s_harmlessNamespaces)
        {
            if (space == harmless || space.StartsWith(harmless + ".", StringComparison.Ordinal)
                || harmless.IndexOf('.') < 0 && space.StartsWith(harmless, StringComparison.Ordinal)) return true;
        }
        return false;
    }

    // LoadAsync may call Load; to call itself instead would never end.
    private static bool IsBeingWritten(Examination examination, Body body, string twin)
    {
        for (Body? at = body; at is not null; at = at.Parent)
        {
            if (at.DeclaredNames.Any(name => name.Name == twin)) return true;
        }
        return false;
    }

    // a?.B.X(): without its a? the rest cannot be bound on trial; the compiler would fail over it.
    private static bool IsConditional(ExpressionSyntax expression)
    {
        while (true)
        {
            switch (expression)
            {
                case MemberBindingExpressionSyntax or ElementBindingExpressionSyntax: return true;
                case MemberAccessExpressionSyntax access: expression = access.Expression; break;
                case InvocationExpressionSyntax call: expression = call.Expression; break;
                case ElementAccessExpressionSyntax element: expression = element.Expression; break;
                case PostfixUnaryExpressionSyntax forgiven: expression = forgiven.Operand; break;
                default: return false;
            }
        }
    }

    // Looking a name up is cheap; only then is the call bound on trial.
    private static bool HasCandidate(Examination examination, SemanticModel model, InvocationExpressionSyntax call,
        IMethodSymbol method, string twin)
    {
        ITypeSymbol? receiver = Receiver.Of(call) is { } expression && !method.IsStatic
            ? model.GetTypeInfo(expression).Type : method.ContainingType;
        INamespaceOrTypeSymbol? container = receiver as INamespaceOrTypeSymbol ?? method.ContainingType;
        // All places in a type see the same extensions.
        return examination.HasTwin.GetOrAdd(
            (container, twin, method.IsStatic, call.FirstAncestorOrSelf<BaseTypeDeclarationSyntax>()), _ =>
            !model.LookupSymbols(call.SpanStart, container, twin, includeReducedExtensionMethods: !method.IsStatic).IsEmpty);
    }

    private static IMethodSymbol? Bind(SemanticModel model, InvocationExpressionSyntax call, string twin)
    {
        SimpleNameSyntax Rename(SimpleNameSyntax name) => name is GenericNameSyntax generic
            ? generic.WithIdentifier(SyntaxFactory.Identifier(twin))
            : SyntaxFactory.IdentifierName(twin);
        ExpressionSyntax? renamed = call.Expression switch
        {
            MemberAccessExpressionSyntax access => access.WithName(Rename(access.Name)),
            SimpleNameSyntax name => Rename(name),
            _ => null,
        };
        if (renamed is null) return null;
        SymbolInfo info = model.GetSpeculativeSymbolInfo(call.SpanStart, call.WithExpression(renamed),
            SpeculativeBindingOption.BindAsExpression);
        return info.Symbol as IMethodSymbol;
    }

    private static bool Fits(IMethodSymbol twin, IMethodSymbol method, SemanticModel model, SyntaxNode call)
    {
        if (twin.GetAttributes().Any(attribute => attribute.AttributeClass?.Name == "ObsoleteAttribute")) return false;
        if (twin.ReturnType is not INamedTypeSymbol { Name: "Task" or "ValueTask" } awaitable
            || !WorkItems.IsTaskLike(awaitable)) return false;
        if (!model.IsAccessible(call.SpanStart, twin)) return false;
        // A twin from another home, with fewer or stranger parameters, is a namesake.
        if (twin.Parameters.Length < method.Parameters.Length) return false;
        for (int i = 0; i < method.Parameters.Length; i++)
        {
            if (!IsSame(twin.Parameters[i].Type, method.Parameters[i].Type)) return false;
        }
        if (method.ReturnsVoid) return awaitable.Arity == 0
            || awaitable.TypeArguments[0].SpecialType == SpecialType.System_Int32;
        return awaitable.Arity == 1 && model.Compilation.ClassifyCommonConversion(awaitable.TypeArguments[0], method.ReturnType).IsImplicit;
    }

    // Twins may be made for types of their own parameters: List<T> beside List<U>.
    private static bool IsSame(ITypeSymbol one, ITypeSymbol other) =>
        SymbolEqualityComparer.Default.Equals(one.OriginalDefinition, other.OriginalDefinition)
            || one.TypeKind == TypeKind.TypeParameter && other.TypeKind == TypeKind.TypeParameter
        || one is IArrayTypeSymbol && other is IArrayTypeSymbol
            || MemberNames.OfType(one) is "System.Memory`1" or "System.ReadOnlyMemory`1";
}
