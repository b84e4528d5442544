using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers.Tests.Exemptions;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// Code is looked at while it is typed: rules that follow a variable to what it is made of may come back to it. A stack
/// that is too deep ends the editor or the compiler.
/// </summary>
public sealed class UnfinishedCodeTests
{
    public static TheoryData<string> Names => ExemptionTableTests.Names;

    [Fact]
    public Task A_buffer_that_is_as_long_as_itself_is_no_end_of_the_rules() => Examine.Check("TPD003", ["""
        class C
        {
            async Task M(System.Net.Sockets.Socket socket)
            {
                await Task.Yield();
                byte[] own = new byte[own], first = new byte[second], second = new byte[first];
                [|socket.Receive(own)|];
                [|socket.Receive(first)|];
            }
        }
        """], new() { MayBeBroken = true });

    /// <summary>
    /// Of two forms the compiler names the one for actions where what the lambda gives does not bind: what is awaited
    /// is the other.
    /// </summary>
    [Theory]
    [InlineData("_ = await result.Match(async n => await Load(n).Missing(), e => Task.FromResult(5));")]
    [InlineData("_ = await result.Match(async n => { return await Load(n).Missing(); }, e => Task.FromResult(5));")]
    [InlineData("return await result.Match(async n => await Load(n).Missing(m => m), e => Task.FromResult(5));")]
    public Task What_is_awaited_takes_no_action(string body) => Examine.Check(null, [Matched(body)], new() { MayBeBroken = true });

    [Theory]
    [InlineData("result.Match([|async n => await Load(n)|], e => { });")]
    [InlineData("result.Each([|async n => await Load(n)|]);")]
    [InlineData("await result.EachAsync([|async n => await Load(n)|]);")]
    public Task Who_takes_one_and_is_not_told_of_is_told(string body) =>
        Examine.Check("TPD007", [Matched(body)], new() { MayBeBroken = true });

    private static string Matched(string body) => $$"""
        sealed class Result
        {
            public T Match<T>(Func<int, T> one, Func<string, T> other) => one(5);
            public int Match(Action<int> one, Action<string> other) { Task.Run(() => one(5)); return 5; }
            public void Each(Action<int> one) => Task.Run(() => one(5));
            public Task EachAsync(Action<int> one) => Task.Run(() => one(5));
        }
        class C { async Task<int> Run(Result result) { {{body}} return await Load(5); } static async Task<int> Load(int n) { await Task.Yield(); return n; } }
        """;

    [Theory]
    [InlineData("Heat Heat", "_ = Heat.FromKelvin(5);")]
    [InlineData("Heat? Heat", "_ = Heat.FromKelvin(5);")]
    [InlineData("Heat Heat", "Heat.Zero.ToString();")]
    public Task A_name_that_may_be_a_missing_type_is_no_getter(string property, string body) =>
        Examine.Check(null, [Warm(property, body)], new() { MayBeBroken = true });

    [Theory]
    [InlineData("Heat Heat", "_ = [|Heat|];")]
    [InlineData("Heat Heat", "_ = [|this.Heat|].Missing(5);")]
    [InlineData("Heat Warmth", "_ = [|Warmth|].Missing(5);")]
    [InlineData("int Heat", "_ = [|Heat|].CompareTo(5);")]
    public Task One_that_can_only_be_the_property_is(string property, string body) =>
        Examine.Check("TPD002", [Warm(property, body)], new() { MayBeBroken = true });

    private static string Warm(string property, string body) =>
        $"class C {{ public {property} {{ get {{ Thread.Sleep(5); return default; }} }} async Task M() {{ await Task.Yield(); {body} }} }}";

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_program_in_which_each_variable_is_made_of_itself_is_looked_at(string name)
    {
        foreach (string program in new[] { ExemptionCases.All[name].Silent, ExemptionCases.All[name].Loud })
        {
            Project project = Compiled.Project($"class C {{ {program} }}");
            Document document = project.Documents.Last();
            SyntaxNode root = (await document.GetSyntaxRootAsync())!;
            SemanticModel model = (await document.GetSemanticModelAsync())!;
            SyntaxNode[] damaged = [new SelfMade(model, within: false).Visit(root), new SelfMade(model, within: true).Visit(root), WithSelfAssignments(root)];
            foreach (SyntaxNode each in damaged) await Examine.Run([each.ToFullString()], new());
        }
    }

    private static SyntaxNode WithSelfAssignments(SyntaxNode root)
    {
        string[] names =
        [
            .. root.DescendantNodes().OfType<VariableDeclaratorSyntax>().Select(each => each.Identifier.ValueText)
                .Concat(root.DescendantNodes().OfType<ParameterSyntax>().Select(each => each.Identifier.ValueText)).Distinct(),
        ];
        StatementSyntax[] assignments = [.. names.Select(each => SyntaxFactory.ParseStatement($"{each} = {each}; "))];
        return root.ReplaceNodes(root.DescendantNodes().OfType<BlockSyntax>(), (_, block) => block.WithStatements([.. assignments, .. block.Statements]));
    }

    /// <summary>T x = f(y) becomes T x = x or, within, T x = f(x).</summary>
    private sealed class SelfMade(SemanticModel model, bool within) : CSharpSyntaxRewriter
    {
        public override SyntaxNode? VisitVariableDeclaration(VariableDeclarationSyntax node)
        {
            TypeSyntax type = node.Type.IsVar && model.GetTypeInfo(node.Type).Type is { TypeKind: not TypeKind.Error } known
                ? SyntaxFactory.ParseTypeName(known.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat) + " ") : node.Type;
            return node.WithType(type).WithVariables(SyntaxFactory.SeparatedList(node.Variables.Select(Made)));
        }

        private VariableDeclaratorSyntax Made(VariableDeclaratorSyntax variable)
        {
            if (variable.Initializer is not { Value: var value }) return variable;
            ExpressionSyntax self = SyntaxFactory.IdentifierName(variable.Identifier.ValueText);
            IdentifierNameSyntax[] inside = [.. value.DescendantNodes().OfType<IdentifierNameSyntax>()
                .Where(each => model.GetSymbolInfo(each).Symbol is ILocalSymbol or IParameterSymbol or IFieldSymbol)];
            ExpressionSyntax made = within ? value.ReplaceNodes(inside, (_, _) => self) : self;
            return variable.WithInitializer(variable.Initializer.WithValue(made));
        }
    }
}
