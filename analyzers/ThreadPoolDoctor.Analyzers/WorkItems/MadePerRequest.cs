using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Constructors that a container runs for each request that asks for what they make:
/// <c>services.AddScoped&lt;IStore, Store&gt;()</c>
/// </summary>
internal sealed class MadePerRequest
{
    private const string Clients = "Microsoft.Extensions.DependencyInjection.HttpClientFactoryServiceCollectionExtensions";
    private const string AddClient = "AddHttpClient";

    private static readonly string[] s_adding = [.. WorkItemApis.OfContainer, AddClient];

    private readonly Examination _examination;
    private readonly Lazy<Dictionary<ISymbol, Fate>> _added;

    public MadePerRequest(Examination examination)
    {
        _examination = examination;
        _added = new Lazy<Dictionary<ISymbol, Fate>>(FindAdded);
    }

    /// <summary>Where its class was added; of several constructors nobody knows which is taken.</summary>
    public Fate Of(IMethodSymbol constructor) =>
        !constructor.IsStatic && constructor.ContainingType.InstanceConstructors.Length == 1
            && _added.Value.TryGetValue(constructor.ContainingType.OriginalDefinition, out Fate added) ? added : default;

    private Dictionary<ISymbol, Fate> FindAdded()
    {
        Dictionary<ISymbol, Fate> added = new(SymbolEqualityComparer.Default);
        foreach (InvocationExpressionSyntax call in s_adding.SelectMany(_examination.CallsTo))
        {
            SemanticModel model = _examination.ModelOf(call);
            if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol adding
                || adding.Parameters.Any(each => each.Type.TypeKind == TypeKind.Delegate && adding.Name != AddClient)) continue;
            string type = MemberNames.OfType(adding.ContainingType);
            if (type != Clients && WorkItemApis.Find(type, adding.Name) is not { Kind: WorkItemKind.Request }) continue;
            ITypeSymbol? made = adding.TypeArguments.LastOrDefault() ?? call.ArgumentList.Arguments
                .Select(argument => argument.Expression).OfType<TypeOfExpressionSyntax>()
                .Select(asked => model.GetTypeInfo(asked.Type).Type).LastOrDefault();
            if (made is not null) added[made.OriginalDefinition] = new Fate(Runner.Pool, call, type + "." + adding.Name, WorkItemKind.Request);
        }
        return added;
    }
}
