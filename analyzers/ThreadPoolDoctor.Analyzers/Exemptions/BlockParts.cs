using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// From where on the statements of a block are never come to, or only by those who may wait: found once a block, as
/// each call in it asks, and there are blocks of thousands of statements.
/// </summary>
internal sealed class BlockParts
{
    private readonly int _jump;
    private readonly int _served;

    public BlockParts(BlockSyntax block)
    {
        _jump = _served = int.MaxValue;
        foreach (StatementSyntax statement in block.Statements)
        {
            if (_jump == int.MaxValue && statement is ReturnStatementSyntax or ThrowStatementSyntax
                or ContinueStatementSyntax or BreakStatementSyntax) _jump = statement.SpanStart;
            if (_served == int.MaxValue && DualMode.Serves(statement)) _served = statement.SpanStart;
        }
        // Somebody may jump behind the jump.
        if (_jump != int.MaxValue && block.Statements.Any(SyntaxKind.LabeledStatement)) _jump = int.MaxValue;
    }

    /// <summary>Whether a statement of the block stands behind a jump.</summary>
    public bool IsDead(SyntaxNode statement) => statement.SpanStart > _jump;

    /// <summary>Whether it stands where those who asked for async have been served.</summary>
    public bool IsServed(SyntaxNode statement) => statement.SpanStart > _served;
}
