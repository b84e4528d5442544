using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// A generated program in several projects: each member and type goes to one of them, no lower than what it needs, and
/// keeps its lines, so that a finding is at the same line as in one project.
/// </summary>
internal static class Apart
{
    public const string Part = "Part", Program = "Program";

    // What begins the program stays where all is known.
    private static readonly HashSet<string> s_last = ["Run", "Entry"];

    /// <summary>The text of each project, the program last.</summary>
    public static IReadOnlyList<string> Of(string text, int seed)
    {
        int projects = 2 + (int)((uint)seed / 2 % 3);
        SyntaxNode root = CSharpSyntaxTree.ParseText(text).GetRoot();
        // Something that was made smaller may have no program any more.
        if (root.DescendantNodes().OfType<ClassDeclarationSyntax>().FirstOrDefault(type => type.Identifier.ValueText == Program) is not { } program) return [text];
        MemberDeclarationSyntax[] members = [.. program.Members, .. root.ChildNodes().OfType<BaseTypeDeclarationSyntax>().Where(type => type != program)];
        Dictionary<string, int> projectOf = Place(members.ToLookup(NameOf), projects, seed);
        return [.. Enumerable.Range(0, projects).Select(project => TextOf(project))];

        string TextOf(int project)
        {
            List<TextChange> changes = [];
            if (project < projects - 1) changes.Add(new(program.Identifier.Span, Part + project));
            foreach (MemberDeclarationSyntax member in members)
            {
                if (projectOf[NameOf(member)] != project) changes.Add(new(member.FullSpan, Lines(member.ToFullString())));
                else if (member is not MethodDeclarationSyntax { ExplicitInterfaceSpecifier: not null }) changes.Add(Publish(member));
            }
            return SourceText.From(text).WithChanges(changes.OrderBy(change => change.Span.Start)).ToString();
        }
    }

    private static string NameOf(MemberDeclarationSyntax member) => member switch
    {
        MethodDeclarationSyntax method => method.Identifier.ValueText,
        PropertyDeclarationSyntax property => property.Identifier.ValueText,
        FieldDeclarationSyntax field => field.Declaration.Variables[0].Identifier.ValueText,
        BaseTypeDeclarationSyntax type => type.Identifier.ValueText,
        _ => member.Kind().ToString(),
    };

    // By names alone: what uses the name of another may need it, and those that need each other stay together.
    private static Dictionary<string, int> Place(ILookup<string, MemberDeclarationSyntax> named, int projects, int seed)
    {
        Dictionary<string, HashSet<string>> needs = named.ToDictionary(group => group.Key, group => group
            .SelectMany(member => member.DescendantTokens()).Select(token => token.ValueText).Where(named.Contains).ToHashSet());
        // A project that knows one implementation takes it for the only one: who is handed another has to see that,
        // too.
        foreach (TypeDeclarationSyntax type in named.SelectMany(group => group).OfType<TypeDeclarationSyntax>())
        {
            foreach (string face in BasesOf(type).Where(face => type.ParameterList?.Parameters.Any(parameter => parameter.Type?.ToString() == face) == true))
            {
                needs[NameOf(type)].UnionWith(named.SelectMany(group => group).OfType<TypeDeclarationSyntax>()
                    .Where(other => other != type && BasesOf(other).Contains(face)).Select(NameOf));
            }
        }
        // Who raises the event of another project is not known: it stays with who handles it.
        foreach (string happening in named.Where(group => group.Any(member => member.DescendantNodes().Any(node => node is EventFieldDeclarationSyntax))).Select(group => group.Key))
        {
            needs[happening].UnionWith(needs.Where(pair => pair.Value.Contains(happening)).Select(pair => pair.Key));
        }
        for (bool grows = true; grows;)
        {
            grows = false;
            foreach (HashSet<string> own in needs.Values)
            {
                int before = own.Count;
                foreach (string name in own.ToArray()) own.UnionWith(needs[name]);
                grows |= own.Count > before;
            }
        }
        Dictionary<string, int> placed = [];
        // Who needs another needs more than that one does.
        foreach (string name in needs.Keys.OrderBy(name => needs[name].Count).ThenBy(name => name, StringComparer.Ordinal))
        {
            if (placed.ContainsKey(name)) continue;
            string[] together = [name, .. needs[name].Where(other => other != name && needs[other].Contains(name))];
            int lowest = together.SelectMany(each => needs[each]).Where(placed.ContainsKey).Select(each => placed[each]).DefaultIfEmpty(0).Max();
            // The same for the same name and seed, whatever else is taken away.
            uint chance = Chance(together.Min(StringComparer.Ordinal)!, seed);
            int chosen = together.Any(s_last.Contains) ? projects - 1 : lowest + (int)(chance % (uint)(projects - lowest));
            foreach (string each in together) placed[each] = chosen;
        }
        return placed;
    }

    private static IEnumerable<string> BasesOf(TypeDeclarationSyntax type) => type.BaseList?.Types.Select(each => each.Type.ToString()) ?? [];

    private static uint Chance(string name, int seed)
    {
        uint hash = (uint)seed * 2654435761;
        foreach (char c in name) hash = (hash ^ c) * 16777619;
        return hash >> 8;
    }

    private static string Lines(string text) => new('\n', text.Count(c => c == '\n'));

    private static TextChange Publish(MemberDeclarationSyntax member)
    {
        SyntaxToken said = member.Modifiers.FirstOrDefault(each => each.Kind() is SyntaxKind.PrivateKeyword or SyntaxKind.InternalKeyword or SyntaxKind.PublicKeyword);
        SyntaxToken first = member.Modifiers is [var modifier, ..] ? modifier : member.GetFirstToken();
        return said.IsKind(SyntaxKind.None) ? new(new(first.SpanStart, 0), "public ") : new(said.Span, "public");
    }
}
