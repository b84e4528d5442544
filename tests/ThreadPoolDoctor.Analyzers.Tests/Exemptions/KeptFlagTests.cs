namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>Conditions on what an object keeps of its making: can the object of this way come there?</summary>
public sealed class KeptFlagTests
{
    private const string Owning = "readonly bool _owns; public Node(bool owns = false) { _owns = owns; } "
        + "public Node(string name) : this(false) { } public Node(int n) : this(n, true) { } Node(int n, bool owns) { _owns = owns; } ";

    [Theory]
    [InlineData("if (_owns) Thread.Sleep(5);", "var node = new Node(false); node.Close();")]
    [InlineData("if (_owns) Thread.Sleep(5);", "new Node().Close();")]
    [InlineData("if (_owns) Thread.Sleep(5);", "var node = new Node(\"a\"); node.Close();")]
    [InlineData("if (!this._owns) return; Thread.Sleep(5);", "var node = new Node(owns: false); node.Close();")]
    [InlineData("if (_owns && GetHashCode() > 5) Thread.Sleep(5);", "Node node = new(false); node.Close();")]
    [InlineData("if (!_owns) Thread.Sleep(5);", "var node = new Node(5); node.Close();")]
    [InlineData("Inner(); } void Inner() { if (_owns) Thread.Sleep(5);", "var node = new Node(); node.Close();")]
    public Task Closed_by_what_the_object_was_made_with(string close, string use) =>
        Examine.Silent(Around(Owning, close, use));

    [Theory]
    [InlineData("if (_owns) Thread.Sleep(5);", "var node = new Node(true); [|node.Close()|];")]
    [InlineData("if (_owns) Thread.Sleep(5);", "var node = new Node(5); [|node.Close()|];")]
    [InlineData("if (_owns) Thread.Sleep(5);", "var node = new Node(GetHashCode() > 5); [|node.Close()|];")]
    [InlineData("if (_owns) Thread.Sleep(5);", "var node = new Node(false); node = new Node(true); [|node.Close()|];")]
    [InlineData("if (_owns || GetHashCode() > 5) Thread.Sleep(5);", "var node = new Node(false); [|node.Close()|];")]
    [InlineData("if (!_owns) Thread.Sleep(5);", "var node = new Node(\"a\"); [|node.Close()|];")]
    public Task Open_to_another(string close, string use) =>
        Examine.Reports("TPD002", Around(Owning, close, use));

    [Theory]
    [InlineData("readonly bool _never = false;", "if (_never) Thread.Sleep(5);")]
    [InlineData("readonly object? _none;", "if (_none is not null) Thread.Sleep(5);")]
    [InlineData("bool Never { get; }", "if (Never) Thread.Sleep(5);")]
    [InlineData("readonly string _mode = \"a\";", "if (_mode == null) Thread.Sleep(5);")]
    public Task Closed_for_every_object(string members, string close) =>
        Examine.Silent(Around(members, close, "var node = new Node(); node.Close();"));

    [Theory]
    [InlineData("bool _bound;", "if (_bound) Thread.Sleep(5);")]
    [InlineData("bool _late; public void Set() => _late = true;", "if (_late) Thread.Sleep(5);")]
    [InlineData("bool _late; public void Set() => Fill(out _late); static void Fill(out bool f) => f = true;", "if (_late) Thread.Sleep(5);")]
    [InlineData("public bool Late { get; set; }", "if (Late) Thread.Sleep(5);")]
    [InlineData("internal bool Late;", "if (Late) Thread.Sleep(5);")]
    [InlineData("[Obsolete] bool _injected;", "if (_injected) Thread.Sleep(5);")]
    [InlineData("readonly bool _some; public Node() { if (GetHashCode() > 5) _some = true; }", "if (_some) Thread.Sleep(5);")]
    public Task Open_to_some_object(string members, string close) =>
        Examine.Reports("TPD002", Around(members, close, "var node = new Node(); [|node.Close()|];"));

    [Theory]
    [InlineData("false", "false")]
    [InlineData("true", "false")]
    public Task Made_by_the_class_alone(string slow, string fast)
    {
        string source = $$"""
            class Node
            {
                readonly bool _wait; Node(bool wait) { _wait = wait; }
                public static Node Slow() => new({{slow}}); public static Node Fast() => new({{fast}});
                public async Task Go() { await Task.Yield(); if (_wait) {{(slow == "true" ? "[|Thread.Sleep(5)|]" : "Thread.Sleep(5)")}}; }
            }
            """;
        return slow == "true" ? Examine.Reports("TPD002", source) : Examine.Silent(source);
    }

    private static string Around(string members, string close, string use) =>
        $"class Node {{ {members} public void Close() {{ {close} }} }} class C {{ async Task M() {{ await Task.Yield(); {use} }} }}";
}
