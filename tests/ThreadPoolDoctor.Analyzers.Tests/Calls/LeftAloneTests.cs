using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Shouldly;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What the analyzer does not ask, so that it costs nothing; and its neighbours that it has to ask.</summary>
public sealed class LeftAloneTests
{
    private const string Money = """
        class Money
        {
            public static implicit operator Money(string text) { Thread.Sleep(5); return new Money(); }
        }

        """;

    [Fact]
    public void Exemptions_of_a_call_that_leads_nowhere()
    {
        Spoken("void Write() { }").ShouldBeEmpty();
    }

    [Fact]
    public void But_not_those_of_one_that_leads_to_a_wait()
    {
        Spoken("void Write() => Thread.Sleep(5);").ShouldBe(["dead code"]);
    }

    [Theory]
    [InlineData("int Count(string text) => text.Length;")]
    [InlineData("string Join(Other other, string text) { string all = text; return all + other.Name; }")]
    public void Conversions_where_no_value_of_their_type_can_stand(string member)
    {
        Includes(member).ShouldBeFalse();
    }

    [Theory]
    [InlineData("Money Load() { return \"5\"; }")]
    [InlineData("void Load() { List<Money> all = new(); all.Add(\"5\"); }")]
    [InlineData("void Load(Other other) => other.Price = \"5\";")]
    [InlineData("void Load(Other other) { Action run = () => other.Pay(\"5\"); }")]
    [InlineData("void Load(Other other) => other.Accept(\"5\");")]
    [InlineData("void Load(Store store) => store.Put(\"5\");")]
    [InlineData("void Load(Cash cash) => cash(\"5\");")]
    [InlineData("void Load() => _safe = new(\"5\");")]
    [InlineData("void Load(Coins coins) { foreach (var coin in coins) { } }")]
    public void But_not_where_one_may_come_by_any_name(string member)
    {
        Includes(member).ShouldBeTrue();
    }

    [Fact]
    public Task Conversions_in_bodies_that_do_not_mention_their_type_are_reported() => Examine.Reports("TPD002", Money + """
        class Other { public Money Price { get; set; } public void Pay(Money money) { } }
        class Safe(Money money);
        class Store : Base<Money>;
        class Base<T> { public void Put(T item) { } }
        class C
        {
            private Safe _safe;
            async Task Set(Other other, string text) => other.Price = [|text|];
            async Task Pay(Other other, string text) => other.Pay([|text|]);
            async Task Make(string text) => _safe = new([|text|]);
            async Task Put(Store store, string text) => store.Put([|text|]);
        }
        """);

    [Fact]
    public void Names_of_an_interface_that_a_class_inherits_from_an_abstract_one()
    {
        OpenNames("class Memory : Cache { public override int Get() => 5; }").ShouldBeEmpty();
    }

    [Fact]
    public void But_not_where_the_abstract_class_is_all()
    {
        OpenNames("").ShouldBe(["Get"]);
    }

    private static string[] Spoken(string member)
    {
        CSharpCompilation compilation = Compile($$"""
            class C
            {
                async Task Load() { await Task.Yield(); Run(); }
                void Run() { if (false) Write(); }
                {{member}}
            }
            """);
        Examination examination = Examination.Of(compilation, new AnalyzerOptions([]), default);
        foreach (SyntaxTree tree in compilation.SyntaxTrees) examination.FindingsIn(tree, null, default).ShouldBeEmpty();
        return [.. examination.Exempted.Select(exemption => exemption.Name)];
    }

    private static bool Includes(string member)
    {
        Outline outline = Outline.Of(CSharpSyntaxTree.ParseText(Money + $$"""
            class Other { public Money Price; public string Name; public void Pay(Money money) { } public void Accept(Cheque cheque) { } }
            class Cheque : Money;
            class Safe { public Safe(Money money) { } }
            class Store : Base<Money>;
            class Coins { public IEnumerator<Money> GetEnumerator() => null; }
            delegate void Cash(Money money);
            class C
            {
                private Safe _safe;
                {{member}}
            }
            """), default);
        PlacesOfTypes places = new(new OutlineIndex([outline]), ["Money"]);
        return places.Include(outline.Bodies.Last(body => body.Node is MethodDeclarationSyntax));
    }

    private static string[] OpenNames(string type)
    {
        SyntaxTree tree = CSharpSyntaxTree.ParseText($$"""
            interface ICache { int Get(); }
            abstract class Cache : ICache { public abstract int Get(); }
            {{type}}
            """);
        return [.. OpenMembers.NamesIn(new OutlineIndex([Outline.Of(tree, default)])).Select(name => name.Name)];
    }

    private static CSharpCompilation Compile(string source) => CSharpCompilation.Create("Test",
        [CSharpSyntaxTree.ParseText(Compiled.GlobalUsings), CSharpSyntaxTree.ParseText(source)], Compiled.References, Compiled.Options);
}
