using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Where a wait is cold: it holds a pool thread, but once, or while nobody else needs one, so that few would act on it. Cold findings
/// are suggestions; requests, hubs, handlers of messages, timers, loops and whatever else is not in the table are warnings. What was
/// seen in production outranks it.
/// </summary>
internal static class Heat
{
    private delegate bool Question(Finding finding, Body member, ISymbol? symbol, Compilation compilation);

    /// <summary>One row a kind of cold place, and why it is cold, wherever the work comes from.</summary>
    private static readonly (string Name, string Why, Question Applies)[] s_alwaysCold =
    [
        ("made once", "who asks a Lazy first waits, and whoever asks meanwhile; nobody later",
            (finding, _, _, _) => finding.Path.Any(step => LazyValues.IsValue(step.Target))),
        ("kept once made", "the helper gives back at once what it keeps in a static field",
            (finding, _, _, _) => finding.Path.Skip(1).Any(step => IsKeptOnceMade(step.Node))),
        ("container without requests", "a program without requests asks its container a few times",
            (finding, _, _, compilation) =>
            finding.Item.Api is { } api && WorkItemApis.IsOfContainer(api)
                && compilation.GetTypeByMetadataName("Microsoft.AspNetCore.Http.HttpContext") is null),
    ];

    /// <summary>The same for what is neither queued, nor a request, nor in a loop.</summary>
    private static readonly (string Name, string Why, Question Applies)[] s_cold =
    [
        ("main", "one thread, before or after all else", (finding, member, _, _) => finding.Item.IsEntryPoint
            || member.Node is CompilationUnitSyntax),
        ("start-up", "once, before the first request", (_, _, symbol, _) => IsStartUp(symbol)),
        ("console command", "one command in one process", (_, _, symbol, compilation) =>
            compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary
                && IsNamed(symbol?.ContainingType, "Command")),
        ("test", "nobody waits but the test", (_, _, symbol, compilation) => IsTest(symbol, compilation)),
        ("configuration", "a few kilobytes, mostly once",
            (finding, _, _, _) => finding.Path.Any(step => IsConfiguration(step.Target))),
    ];

    private static readonly string[] s_startUpMethods =
        ["Configure", "ConfigureServices", "ConfigureServicesAsync", "Seed", "SeedAsync", "SeedData", "SeedDataAsync",
            "Migrate", "MigrateAsync", "Bootstrap", "BootstrapAsync"];

    private static readonly string[] s_startUpTypes = ["Startup", "Program", "Bootstrapper", "Seeder", "DbInitializer",
        "DatabaseInitializer"];

    private static readonly string[] s_testAttributes = ["FactAttribute", "TheoryAttribute", "TestAttribute",
        "TestCaseAttribute", "TestMethodAttribute"];

    private static readonly string[] s_configurationWords = ["Configuration", "Settings"];

    /// <summary>The kind of cold place that a finding stands in; null for a warm one.</summary>
    public static string? ColdPlaceOf(Finding finding, Examination examination)
    {
        Body member = finding.Body;
        while (member.Parent is { } parent) member = parent;
        ISymbol? symbol = examination.MemberAround(finding.Body);
        // What is queued or asked for many times is warm wherever it is written down.
        bool isWarm = finding.Item.Kind != WorkItemKind.AsyncBody || IsInLoop(finding);
        return (isWarm ? s_alwaysCold : s_alwaysCold.Concat(s_cold))
            .FirstOrDefault(row => row.Applies(finding, member, symbol, examination.Compilation)).Name;
    }

    // if (s_folder is not null) return s_folder; and then it is looked for, and kept.
    private static bool IsKeptOnceMade(SyntaxNode step)
    {
        if (step.FirstAncestorOrSelf<BaseMethodDeclarationSyntax>() is not { Body: { } body }) return false;
        return body.Statements.TakeWhile(statement => !statement.Span.Contains(step.Span)).OfType<IfStatementSyntax>()
            .Any(asked =>
            Returned(asked.Statement) is IdentifierNameSyntax { Identifier.ValueText: var kept }
            && asked.Condition.DescendantNodesAndSelf()
                .Any(part => part is IdentifierNameSyntax name && name.Identifier.ValueText == kept)
            && step.FirstAncestorOrSelf<TypeDeclarationSyntax>()!.Members.OfType<FieldDeclarationSyntax>().Any(field =>
                field.Modifiers.Any(SyntaxKind.StaticKeyword)
                    && field.Declaration.Variables.Any(variable => variable.Identifier.ValueText == kept))
            && body.DescendantNodes().Any(node => node is AssignmentExpressionSyntax { Left: IdentifierNameSyntax given } && given.Identifier.ValueText == kept));
    }

    private static ExpressionSyntax? Returned(StatementSyntax statement) => statement switch
    {
        ReturnStatementSyntax returned => returned.Expression,
        BlockSyntax { Statements: [ReturnStatementSyntax returned] } => returned.Expression,
        _ => null,
    };

    private static bool IsInLoop(Finding finding) =>
        finding.Path[0].Node.Ancestors().TakeWhile(node => node != finding.Body.Node)
        .Any(node => node is WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax
            or CommonForEachStatementSyntax);

    private static bool IsStartUp(ISymbol? member) => member is not null
        && (s_startUpMethods.Contains(member.Name) || member.ContainingType is { } type
            && (s_startUpTypes.Contains(type.Name)
                || member.Name == "StartAsync" && type.AllInterfaces.Any(face => face.Name == "IHostedService")));

    private static bool IsTest(ISymbol? member, Compilation compilation) => member?.ContainingType is { } type
        && (EndsIn(compilation.AssemblyName, "Tests") || EndsIn(compilation.AssemblyName, ".Test")
            || type.GetMembers().Any(each => each.GetAttributes()
                .Any(attribute => attribute.AttributeClass is { } known && s_testAttributes.Contains(known.Name))));

    private static bool IsConfiguration(IMethodSymbol? called) => called?.ContainingType is { } type
        && (type.Name is "Config" or "IConfig" || s_configurationWords.Any(word => type.Name.Contains(word)));

    private static bool IsNamed(INamedTypeSymbol? type, string word) =>
        type.SelfAndBases().Any(at => EndsIn(at.Name, word));

    private static bool EndsIn(string? name, string word) => name?.EndsWith(word, StringComparison.Ordinal) == true;
}
