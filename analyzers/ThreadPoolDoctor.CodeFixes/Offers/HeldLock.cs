using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>
/// A lock of which all is known: a private field that is made once and only locked, always in async functions, and
/// never again by what is called while it is held, as a semaphore would wait for itself there.
/// </summary>
internal sealed class HeldLock
{
    // What is called while a lock is held is followed so far; behind more there may be anything.
    private const int MostBodies = 500;

    private HeldLock(FieldDeclarationSyntax field, IReadOnlyCollection<LockStatementSyntax> locks,
        IReadOnlyCollection<(DocumentId Document, SyntaxNode Node)> places, TypeNames.TaskName semaphore,
        bool leavesContext)
    {
        Field = field;
        Locks = locks;
        Places = places;
        Semaphore = semaphore.Text;
        Using = semaphore.Using;
        LeavesContext = leavesContext;
    }

    /// <summary>Where the field is declared.</summary>
    public FieldDeclarationSyntax Field { get; }

    /// <summary>Every statement that locks the field.</summary>
    public IReadOnlyCollection<LockStatementSyntax> Locks { get; }

    /// <summary>What has to change: the field's declaration, and the blocks that the locks stand in.</summary>
    public IReadOnlyCollection<(DocumentId Document, SyntaxNode Node)> Places { get; }

    /// <summary>How SemaphoreSlim is written here, and the namespace that it needs.</summary>
    public string Semaphore { get; }

    public string? Using { get; }

    public bool LeavesContext { get; }

    /// <summary>The lock that a call stands under; null when there is none, or not all of it is known.</summary>
    public static async Task<HeldLock?> AroundAsync(Document document, SyntaxNode call, CancellationToken cancellation)
    {
        if (Functions.Around(call) is not { } function
            || call.Ancestors().TakeWhile(at => at != function).OfType<LockStatementSyntax>()
            .FirstOrDefault() is not { } held) return null;
        if (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false) is not { } model) return null;
        if (model.GetSymbolInfo(held.Expression, cancellation).Symbol is not IFieldSymbol field
            || Declaration(field) is not { } declared) return null;
        Examination examination = Examination.Of(model.Compilation, document.Project.AnalyzerOptions, cancellation);
        if (UsesOf(field, examination) is not { Count: > 0 } locks
            || !locks.All(each => CanAwait(each, examination))) return null;
        if (locks.Any(each => MayLockAgain(each, locks, examination))) return null;
        List<(DocumentId, SyntaxNode)> places = [];
        foreach (SyntaxNode node in locks.Select(each => each.Parent!).Append(declared).Distinct())
        {
            if (document.Project.Solution.GetDocument(node.SyntaxTree) is not { } home) return null;
            places.Add((home.Id, node));
        }
        return new HeldLock(declared, locks, places,
            TypeNames.Of(examination.ModelOf(declared), declared.SpanStart, "System.Threading", "SemaphoreSlim"),
            AwaitStyle.LeavesContext(model));
    }

    // private readonly object _gate = new(); and nothing beside it in the declaration.
    private static FieldDeclarationSyntax? Declaration(IFieldSymbol field)
    {
        bool isLock = field.Type.SpecialType == SpecialType.System_Object
            || field.Type is INamedTypeSymbol type && Awaitables.FullName(type) == "System.Threading.Lock";
        if (!isLock || field is not { DeclaredAccessibility: Accessibility.Private, IsReadOnly: true, DeclaringSyntaxReferences: [{ } declared] }) return null;
        return declared.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: BaseObjectCreationExpressionSyntax { Initializer: null } made } variable && made.ArgumentList?.Arguments.Count is null or 0
            && variable.Parent is VariableDeclarationSyntax { Variables.Count: 1, Parent: FieldDeclarationSyntax { AttributeLists.Count: 0 } whole } ? whole : null;
    }

    /// <summary>
    /// The locks of a field; null when it is used for anything else, or named in code that is not compiled here.
    /// </summary>
    private static List<LockStatementSyntax>? UsesOf(IFieldSymbol field, Examination examination)
    {
        List<LockStatementSyntax> locks = [];
        foreach (SyntaxReference part in field.ContainingType.DeclaringSyntaxReferences)
        {
            SyntaxNode type = part.GetSyntax();
            if (type.DescendantTrivia().Any(trivia => trivia.IsKind(SyntaxKind.DisabledTextTrivia) && trivia.ToString().Contains(field.Name))) return null;
            foreach (IdentifierNameSyntax name in type.DescendantNodes().OfType<IdentifierNameSyntax>()
                .Where(name => name.Identifier.ValueText == field.Name))
            {
                if (!SymbolEqualityComparer.Default.Equals(examination.ModelOf(name)
                    .GetSymbolInfo(name).Symbol?.OriginalDefinition, field.OriginalDefinition)) continue;
                SyntaxNode whole = name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } own
                    ? own : name;
                if (whole.Parent is not LockStatementSyntax held || held.Expression != whole) return null;
                locks.Add(held);
            }
        }
        return locks;
    }

    // In an async function, where the lock is one of several statements, under no other lock.
    private static bool CanAwait(LockStatementSyntax held, Examination examination) =>
        held.Parent is BlockSyntax && Functions.Around(held) is { } function && Functions.IsAsync(function)
        && !held.DescendantNodes().Any(node => node is YieldStatementSyntax or LabeledStatementSyntax or GotoStatementSyntax)
        && AwaitPlace.Stop(held, function, examination.ModelOf(held), loosesAggregate: false) is null;

    // Everything that is called while the lock is held, as far as its source is here; a delegate may be anything.
    private static bool MayLockAgain(LockStatementSyntax held, List<LockStatementSyntax> locks, Examination examination)
    {
        HashSet<SyntaxNode> seen = [];
        Queue<SyntaxNode> pending = new([held.Statement]);
        while (pending.Count > 0)
        {
            SyntaxNode code = pending.Dequeue();
            foreach (SyntaxNode node in code.DescendantNodes())
            {
                if (node is LockStatementSyntax other && locks.Contains(other)) return true;
                if (node is ThisExpressionSyntax { Parent: ArgumentSyntax }
                    || node is not (SimpleNameSyntax or ElementAccessExpressionSyntax
                    or BaseObjectCreationExpressionSyntax)) continue;
                ISymbol? symbol = examination.ModelOf(node).GetSymbolInfo(node).Symbol;
                if (symbol is IEventSymbol || IsRun(node, symbol)) return true;
                foreach (IMethodSymbol method in Methods(symbol))
                {
                    foreach (Body body in examination.Calls.ImplementationsOf(method).Append(method)
                        .SelectMany(examination.BodiesOf))
                    {
                        if (seen.Add(body.Node)) pending.Enqueue(body.Node);
                    }
                }
            }
            if (seen.Count > MostBodies) return true;
        }
        return false;
    }

    // work(), _work.Invoke(), get(): a variable that holds a delegate.
    private static bool IsRun(SyntaxNode node, ISymbol? symbol) => symbol switch
    {
        IMethodSymbol { MethodKind: MethodKind.DelegateInvoke } => true,
        ILocalSymbol { Type.TypeKind: TypeKind.Delegate } or IParameterSymbol { Type.TypeKind: TypeKind.Delegate }
            or IFieldSymbol { Type.TypeKind: TypeKind.Delegate }
                or IPropertySymbol { Type.TypeKind: TypeKind.Delegate } =>
            node.Parent is InvocationExpressionSyntax
                or MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax }
                or ConditionalAccessExpressionSyntax,
        _ => false,
    };

    private static IEnumerable<IMethodSymbol> Methods(ISymbol? symbol) => symbol switch
    {
        IMethodSymbol method => [method],
        IPropertySymbol property => new[] { property.GetMethod, property.SetMethod }.OfType<IMethodSymbol>(),
        _ => [],
    };
}
