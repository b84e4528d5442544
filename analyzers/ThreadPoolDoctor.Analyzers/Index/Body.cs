using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A stretch of code that one thread runs from top to bottom: a method, accessor, lambda, local function, initialiser
/// or the top-level statements; a method of others, where it is handed on by its name. Purely syntactic: it knows the
/// names that it calls and reads, not what they mean.
/// </summary>
internal sealed class Body
{
    private static readonly HashSet<string> s_nothing = [];

    private HashSet<string>? _calls;
    private HashSet<string>? _gets;
    private List<Body>? _lambdas;
    private IReadOnlyList<(string Name, bool IsCall)>? _declared;
    // 0 as long as nobody has looked; whoever looks at the same time sees the same.
    private int _speaksOfAsync;

    public Body(SyntaxNode node, Body? parent)
    {
        Node = node;
        Parent = parent;
    }

    public SyntaxNode Node { get; }

    /// <summary>The body that this lambda, local function or name stands in; null for members.</summary>
    public Body? Parent { get; }

    /// <summary>
    /// Names followed by an argument list, the types of object creations, and the pseudo names of <see cref="Names"/>.
    /// </summary>
    public IReadOnlyCollection<string> Calls => _calls ?? s_nothing;

    /// <summary>Names read or written without an argument list: properties, fields, locals, method groups.</summary>
    public IReadOnlyCollection<string> Gets => _gets ?? s_nothing;

    /// <summary>It holds a loop that, by its looks, only a signal from outside ends.</summary>
    public bool MayNotEnd { get; set; }

    public bool HasAwait { get; set; }

    public bool HasLambda => _lambdas is not null;

    /// <summary>The lambdas that stand in this body, but in no function within it.</summary>
    public IReadOnlyList<Body> Lambdas => _lambdas ?? (IReadOnlyList<Body>)[];

    public bool IsLambda => Node is AnonymousFunctionExpressionSyntax;

    public bool IsMember => Parent is null;

    public bool IsAsync => Node switch
    {
        AnonymousFunctionExpressionSyntax lambda => lambda.AsyncKeyword.IsKind(SyntaxKind.AsyncKeyword),
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.AsyncKeyword),
        MethodDeclarationSyntax method => method.Modifiers.Any(SyntaxKind.AsyncKeyword),
        CompilationUnitSyntax => HasAwait,
        _ => false,
    };

    /// <summary>
    /// Async, or returning what looks like a task by name: nobody follows calls into it, as it answers for itself.
    /// </summary>
    public bool LooksAwaitable => IsAsync || (Node switch
    {
        LocalFunctionStatementSyntax local => local.ReturnType,
        MethodDeclarationSyntax method => method.ReturnType,
        _ => null,
    }) is { } type && Names.LooksLikeTask(type);

    /// <summary>
    /// Whether any word in the member says async or sync, or something is awaited: what is for who does not wait is
    /// told apart by that.
    /// </summary>
    public bool SpeaksOfAsync
    {
        get
        {
            if (Parent is not null) return Parent.SpeaksOfAsync;
            if (_speaksOfAsync == 0) _speaksOfAsync = SaysAsync(Node.SyntaxTree.GetText().ToString(Node.Span)) ? 1 : -1;
            return _speaksOfAsync > 0;
        }
    }

    private static bool SaysAsync(string text) =>
        text.IndexOf("sync", StringComparison.OrdinalIgnoreCase) >= 0
            || text.IndexOf("await", StringComparison.Ordinal) >= 0;

    public bool MentionsCall(string name) => _calls is not null && _calls.Contains(name);

    public bool MentionsGet(string name) => _gets is not null && _gets.Contains(name);

    /// <summary>Whether the name is new to this body.</summary>
    public bool AddCall(string name) => (_calls ??= []).Add(name);

    /// <summary>Whether the name is new to this body.</summary>
    public bool AddGet(string name) => (_gets ??= []).Add(name);

    public void AddLambda(Body lambda) => (_lambdas ??= []).Add(lambda);

    /// <summary>
    /// The nodes that this body runs itself: those of nested lambdas and local functions are left out.
    /// </summary>
    public IEnumerable<SyntaxNode> OwnNodes() => Names.Nodes(Node, node => node == Node || !Outline.IsBody(node));

    /// <summary>All that this body gives back.</summary>
    public IEnumerable<ExpressionSyntax> Returned() => OwnNodes().Select(node => node switch
    {
        ReturnStatementSyntax returned => returned.Expression,
        ArrowExpressionClauseSyntax arrow => arrow.Expression,
        _ => null,
    }).OfType<ExpressionSyntax>();

    /// <summary>The names that others use to run this body, and whether they call or read them.</summary>
    public IReadOnlyList<(string Name, bool IsCall)> DeclaredNames => _declared ??= [.. Names.Declared(Node)];

    public override string ToString() => string.Join("/", DeclaredNames.Select(name => name.Name));
}
