using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Reasons to say nothing: first those that hold for a place, then those that hold for one row there.</summary>
internal static class Silence
{
    /// <summary>Whether nothing at this place is worth a word, whatever it calls: dead, a tree of expressions, a synchronous twin of async code.</summary>
    public static bool Covers(Examination examination, Body body, CallSite site)
    {
        SemanticModel model = examination.ModelOf(body.Node);
        foreach (SyntaxNode node in site.Node.AncestorsAndSelf())
        {
            if (node == body.Node) break;
            if (IsDead(node) || DualPaths.IsSynchronous(node) || node is QueryExpressionSyntax query && IsTree(query, model)) return true;
        }
        if (!examination.Options.ReportsDoubtful && Debugging.Needs(site.Node)) return true;
        return DualPaths.HasTwinInOtherBranch(site.Node) || Locks.Around(examination, body, site.Node) && !IsMadeForLocks(examination, site);
    }

    /// <summary>Whether this call of a listed member does not block after all.</summary>
    public static bool Excuses(Examination examination, Body body, CallSite site, BlockingCall row)
    {
        if (examination.Lists.IsHarmless(site.Target)) return true;
        SemanticModel model = examination.ModelOf(body.Node);
        if (Timeouts.AreZero(model, site)) return true;
        if (row.Ailment == Ailments.BlockingOnTask) return Completion.IsProven(examination, body, site);
        if (IsEndInCallback(model, site) || IsStreamOfResponse(examination, site) || IsOnSocketThatDoesNotWait(body, site)) return true;
        Endpoint end = Endpoints.Of(examination, site);
        if (end == Endpoint.Memory || end == Endpoint.Unknown && Endpoints.IsHandedWriter(examination, site)) return true;
        if ((row.When & Circumstance.OverDevice) != 0) return end != Endpoint.Device;
        return (row.When & Circumstance.Bounded) != 0 && !Endpoints.IsBounded(examination, site);
    }

    // socket.Blocking = false; socket.Receive(...): it throws where it would have to wait.
    private static bool IsOnSocketThatDoesNotWait(Body body, CallSite site) =>
        site.Target.ContainingType.Name == "Socket" && Endpoints.Receiver(site.Node)?.ToString() is { } socket
        && body.OwnNodes().OfType<AssignmentExpressionSyntax>().Any(assignment => assignment.SpanStart < site.Node.SpanStart
            && assignment is { Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Blocking" } set, Right.RawKind: (int)SyntaxKind.FalseLiteralExpression } && set.Expression.ToString() == socket);

    // response.Content.ReadAsStream() hands over what is there: the buffer, or the stream of the connection, and only reading
    // that waits (dotnet/runtime, HttpConnectionResponseContent.CreateContentReadStream).
    private static bool IsStreamOfResponse(Examination examination, CallSite site) =>
        site.Target is { Name: "ReadAsStream", ContainingType.Name: "HttpContent" } && Endpoints.Receiver(site.Node) is { } content
        && Endpoints.Values(examination, content).Append(content).Any(value => examination.ModelOf(value).GetSymbolInfo(value).Symbol is IPropertySymbol { Name: "Content", ContainingType.Name: "HttpResponseMessage" });

    /// <summary>
    /// EndRead(result), or result.EndRead(), of a result that is handed in: in the callback of BeginRead it has ended, and nearly
    /// all are there.
    /// </summary>
    public static bool IsEndInCallback(SemanticModel model, CallSite site)
    {
        if (!site.Target.Name.StartsWith("End", StringComparison.Ordinal) && !site.Target.Name.StartsWith("InternalEnd", StringComparison.Ordinal)) return false;
        return Endpoints.Receiver(site.Node) is { } receiver && IsHandedResult(model, receiver)
            || Calls.ArgumentsOf(site.Node)?.Arguments.Any(argument => IsHandedResult(model, argument.Expression)) == true;
    }

    // It may have been cast before: var own = (OwnResult)result.
    private static bool IsHandedResult(SemanticModel model, ExpressionSyntax result)
    {
        if (result is not IdentifierNameSyntax) return false;
        return model.GetSymbolInfo(result).Symbol switch
        {
            IParameterSymbol handed => handed.Type.Name == "IAsyncResult",
            ILocalSymbol { DeclaringSyntaxReferences: [{ } declared] } when declared.SyntaxTree == result.SyntaxTree => declared.GetSyntax() switch
            {
                VariableDeclaratorSyntax { Initializer.Value: CastExpressionSyntax { Expression: var cast } } => IsHandedResult(model, cast),
                VariableDeclaratorSyntax { Initializer.Value: BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression, Left: var cast } } => IsHandedResult(model, cast),
                _ => false,
            },
            _ => false,
        };
    }

    private static bool IsMadeForLocks(Examination examination, CallSite site) =>
        examination.RowOf(site) is { } row && (row.When & Circumstance.NeedsLock) != 0;

    private static bool IsTree(QueryExpressionSyntax query, SemanticModel model) =>
        model.GetTypeInfo(query.FromClause.Expression).Type is { } type
        && (type.Name == "IQueryable" || type.AllInterfaces.Any(face => face.Name == "IQueryable"));

    // After a jump in the same block, or under a condition that is written as false.
    private static bool IsDead(SyntaxNode node)
    {
        if (node.Parent is IfStatementSyntax { Condition.RawKind: (int)SyntaxKind.FalseLiteralExpression } never && never.Statement == node) return true;
        if (node is not StatementSyntax || node.Parent is not BlockSyntax block || node is LocalFunctionStatementSyntax) return false;
        foreach (StatementSyntax statement in block.Statements)
        {
            if (statement == node) return false;
            if (statement is ReturnStatementSyntax or ThrowStatementSyntax or ContinueStatementSyntax or BreakStatementSyntax) return !block.Statements.Any(SyntaxKind.LabeledStatement);
        }
        return false;
    }
}
