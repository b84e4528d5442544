using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether what is received or read has come: its socket, stream or port was asked for that.</summary>
internal static class ArrivedBytes
{
    // A buffer, and its size; unfinished code may make a variable of itself.
    private const int Variables = 2;

    // A port gives bytes as soon as there are some; a line has an end to wait for.
    private static readonly string[] s_ofPort = ["Read", "ReadByte", "ReadChar"];

    // What speaks of the same connection as its client, listener, stream or socket.
    private static readonly string[] s_parts = [".Client", ".Server", ".Socket", ".GetStream()"];

    // while (socket.Available > 0), if (stream.DataAvailable), if (!socket.Poll(0, SelectMode.SelectRead)) return: it
    // is there.
    public static bool AreTaken(Examination examination, Body body, CallSite site) => TakesBytes(site)
        && !site.Target.IsStatic && WireOf(site.Node) is var wire
        && (WasAsked(examination, body, site, wire) || WasLetThrough(examination, site)
            || WasSelected(body, site) || TakesWhatIsThere(examination, site, wire));

    /// <summary>
    /// Whether a helper takes it once, and who called it had asked for it: <c>if (stream.DataAvailable)
    /// Take(stream);</c>
    /// </summary>
    public static bool WereAskedForByCaller(Examination examination, CallSite site, Callers callers)
    {
        if (callers == Callers.Anyone || callers.IsAnybody
            || site.Target.IsStatic || !TakesBytes(site) || LoopShape.IsInLoop(site.Node)
            || Receiver.Of(site.Node) is not IdentifierNameSyntax wire
            || examination.BodyAround(site.Node) is not { } helper
            || examination.BodyAround(callers.Site.Node) is not { } body
            || IsTaken(helper.Node, site.Node, [wire.Identifier.ValueText])) return false;
        // if (link.IsThere) link.Take(): the wire is a field of the helper's, and the question a getter beside it.
        ExpressionSyntax? owner = Receiver.Of(callers.Site.Node);
        string? name = examination.ModelOf(wire).GetSymbolInfo(wire).Symbol switch
        {
            IParameterSymbol parameter => callers.Giving(examination, parameter) == callers
                ? callers.ArgumentFor(parameter)?.ToString() : null,
            IFieldSymbol => wire.Identifier.ValueText,
            _ => null,
        };
        return name is not null && WasAsked(examination, body, callers.Site, name,
            helper.IsMember && name == wire.Identifier.ValueText && owner is not (null or ThisExpressionSyntax) ? owner.ToString() : null);
    }

    private static bool TakesBytes(CallSite site) => site.Target.ContainingType.Name == "SerialPort"
        ? s_ofPort.Contains(site.Target.Name) : IsTaking(site.Target.Name);

    // A connection that is pending is taken as bytes are.
    private static bool IsTaking(string name) => name.StartsWith("Receive", StringComparison.Ordinal)
        || name.StartsWith("Read", StringComparison.Ordinal) || name.StartsWith("Accept", StringComparison.Ordinal);

    /// <summary>
    /// Whether a loop has waited for it to come, and for no longer than it counts or another condition says:
    /// <c>while (port.BytesToRead == 0 &amp;&amp; rounds &lt; 20) Thread.Sleep(50);</c>
    /// </summary>
    public static bool WerePolledFor(Examination examination, Body body, CallSite site) => TakesBytes(site)
        && !site.Target.IsStatic
        && new Arrivals(examination, NamesOf(examination, body, site, WireOf(site.Node))) is var arrivals
        && Guards.Before(site.Node, body.Node).OfType<WhileStatementSyntax>()
            .Any(loop => Guards.Parts(loop.Condition) is var parts && parts.Count() > 1
                && parts.Any(arrivals.SaysThereIsNone));

    private static string[] NamesOf(Examination examination, Body body, CallSite site, string wire) =>
        [wire, .. body.OwnNodes().OfType<IsPatternExpressionSyntax>()
            .Where(asked => asked.Expression.ToString() == wire).Select(NameOf).OfType<string>(),
        .. Arrivals.AreAskedIn(body) ? NamesOfConnection(examination, site) : []];

    private static bool WasAsked(Examination examination, Body body, CallSite site, string wire, string? owner = null)
    {
        string[] names = NamesOf(examination, body, site, wire);
        Arrivals arrivals = new(examination, names, owner);
        bool isRepeated = false;
        for (SyntaxNode node = site.Node; node.Parent is { } parent && node != body.Node; node = parent)
        {
            isRepeated |= LoopShape.IsLoop(node);
            switch (parent)
            {
                case IfStatementSyntax branch when node == branch.Statement && arrivals.AsksForMore(branch.Condition): return true;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both
                    when node == both.Right && arrivals.AsksForMore(both.Left):
                    return true;
                case BlockSyntax block when block.Statements.TakeWhile(each => each != node).OfType<IfStatementSyntax>()
                    .Any(asked => Guards.Leaves(asked.Statement) && arrivals.SaysThereIsNone(asked.Condition)):
                case BlockSyntax waiting when !isRepeated && WasWaitedFor(waiting, node, site.Node, names, arrivals):
                    return true;
                // Each round has to ask, the first of do { } while before it.
                case WhileStatementSyntax loop: return arrivals.AsksAnew(loop.Condition, loop, site.Node);
                case DoStatementSyntax loop when !arrivals.AsksAnew(loop.Condition, loop, site.Node): return false;
            }
        }
        return false;
    }

    // stream = client.GetStream(), client.Client.Receive(read): what has come for the client is there for its socket
    // and its stream, if it is that of one client.
    private static IEnumerable<string> NamesOfConnection(Examination examination, CallSite site)
    {
        if (Receiver.Of(site.Node) is not { } wire) return [];
        string[] wholes = [.. Origins.Of(examination, wire).Append(wire)
            .Select(part => WholeOf(examination, part)?.ToString()).OfType<string>().Distinct()];
        string whole = wholes.Length == 0 ? wire.ToString() : wholes[0];
        return wholes.Length > 1 ? [] : [whole, .. s_parts.Select(part => whole + part)];
    }

    private static ExpressionSyntax? WholeOf(Examination examination, ExpressionSyntax part) => part switch
    {
        InvocationExpressionSyntax given when Names.OfInvoked(given.Expression) == "GetStream" => Receiver.Of(given),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Client" or "Server" or "Socket" } of =>
            examination.ModelOf(of).GetSymbolInfo(of).Symbol is IPropertySymbol { Type.Name: "Socket" } ? of.Expression : null,
        BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var socket }, ..] } made =>
            Names.OfMade(made) == "NetworkStream" ? socket : null,
        _ => null,
    };

    // while (socket.Available < 6) await Task.Delay(5); socket.Receive(buffer): once; what comes behind it waits again.
    private static bool WasWaitedFor(
        BlockSyntax block, SyntaxNode node, SyntaxNode read, string[] names, Arrivals arrivals)
    {
        foreach (StatementSyntax before in block.Statements.TakeWhile(each => each != node).Reverse())
        {
            if (before is WhileStatementSyntax loop && arrivals.SaysThereIsNone(loop.Condition))
            {
                return !MayLeave(loop) && !IsTaken(node, read, names);
            }
            if (IsTaken(before, read, names)) return false;
        }
        return false;
    }

    private static bool MayLeave(WhileStatementSyntax loop) =>
        loop.Statement.DescendantNodesAndSelf().Any(each => each is BreakStatementSyntax or GotoStatementSyntax);

    private static bool IsTaken(SyntaxNode part, SyntaxNode read, string[] names) => part.DescendantNodesAndSelf()
        .Any(each => each != read && each.SpanStart < read.SpanStart && each switch
        {
            InvocationExpressionSyntax call => Names.OfInvoked(call.Expression) is { } name && IsTaking(name)
                && names.Contains(WireOf(call)),
            AssignmentExpressionSyntax given => names.Contains(given.Left.ToString()),
            _ => false,
        });

    // foreach (var wire in wires.Where(each => each.Available > 0)) wire.Receive(read)
    private static bool WasLetThrough(Examination examination, CallSite site)
    {
        if (Receiver.Of(site.Node) is not { } wire || RootOf(wire) is not { } variable) return false;
        string rest = wire.ToString().Substring(variable.Span.Length);
        return Filters.Of(examination, variable).Any(filter => new Arrivals(examination, [filter.Name + rest]).AsksForMore(filter.Condition));
    }

    // Socket.Select(wires, null, null, time); foreach (var wire in wires) wire.Receive(read): it leaves those in the
    // list that have something.
    private static bool WasSelected(Body body, CallSite site)
    {
        if (Receiver.Of(site.Node) is not IdentifierNameSyntax wire
            || site.Node.Ancestors().OfType<ForEachStatementSyntax>()
                .FirstOrDefault(each => each.Identifier.ValueText == wire.Identifier.ValueText) is not { } loop
            || site.Node.Ancestors().TakeWhile(node => node != loop).Any(LoopShape.IsLoop)) return false;
        string wires = loop.Expression.ToString();
        return Guards.Before(loop, body.Node).OfType<ExpressionStatementSyntax>()
            .Select(before => before.Expression).OfType<InvocationExpressionSyntax>()
            .Any(call => Names.OfInvoked(call.Expression) == "Select"
                && Receiver.Of(call)?.ToString().EndsWith("Socket", StringComparison.Ordinal) == true
                && call.ArgumentList.Arguments is [{ Expression: var asked }, ..] && asked.ToString() == wires);
    }

    private static IdentifierNameSyntax? RootOf(ExpressionSyntax wire)
    {
        while (wire is MemberAccessExpressionSyntax access) wire = access.Expression;
        return wire as IdentifierNameSyntax;
    }

    private static string WireOf(SyntaxNode call) => Receiver.Of(call)?.ToString() ?? "this";

    // int count = port.BytesToRead; port.Read(new byte[count], 0, count)
    private static bool TakesWhatIsThere(Examination examination, CallSite site, string wire) =>
        Calls.ArgumentsOf(site.Node)?.Arguments
            .Any(given => IsWhatIsThere(examination, given.Expression, wire, Variables)) == true;

    private static bool IsWhatIsThere(Examination examination, ExpressionSyntax count, string wire, int variables) => count switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "BytesToRead" or "Available" } said =>
            said.Expression.ToString() == wire,
        ArrayCreationExpressionSyntax { Type.RankSpecifiers: [{ Sizes: [var size] }] } => IsWhatIsThere(examination, size, wire, variables),
        IdentifierNameSyntax when variables > 0 => Origins.Of(examination, count)
            .Where(value => value is not LiteralExpressionSyntax { Token.Value: 0 }).ToArray() is [_, ..] given
            && given.All(value => value is not IdentifierNameSyntax && IsWhatIsThere(examination, value, wire, variables - 1)),
        _ => false,
    };

    // stream is NetworkStream { DataAvailable: true } wire
    private static string? NameOf(IsPatternExpressionSyntax asked) => asked.Pattern switch
    {
        DeclarationPatternSyntax { Designation: SingleVariableDesignationSyntax named } => named.Identifier.ValueText,
        RecursivePatternSyntax { Designation: SingleVariableDesignationSyntax named } => named.Identifier.ValueText,
        _ => null,
    };
}
