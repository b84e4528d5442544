using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What the walks through one member share: the member, what answers their questions, and what they have found.
/// </summary>
internal sealed class CompletionParts
{
    public CompletionParts(SyntaxNode root, Examination examination)
    {
        Root = root;
        Examination = examination;
        Model = examination.ModelOf(root);
        Paths = new TaskPaths(Model);
        Written = new WrittenPaths(Paths, root);
        Checks = new StatusChecks(Model, Paths, Written);
        Groups = new TaskGroups(Model, Paths, Written);
        Queries = new EndedQueries(Paths, Checks);
        Ended = new EndedValues(Model, Paths, examination, Written, Groups, Queries);
        Given = new GivenTasks(Model, Paths, root, examination, Groups, Queries);
    }

    public SyntaxNode Root { get; }

    public Examination Examination { get; }

    public SemanticModel Model { get; }

    public TaskPaths Paths { get; }

    public WrittenPaths Written { get; }

    public StatusChecks Checks { get; }

    public TaskGroups Groups { get; }

    public EndedQueries Queries { get; }

    public EndedValues Ended { get; }

    public GivenTasks Given { get; }

    public FoundWaits Found { get; } = new();
}
