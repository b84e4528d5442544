using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What kind of program a compilation is a part of, as far as its references tell.</summary>
internal static class ProgramKind
{
    /// <summary>
    /// Whether requests can come in. A program with a window mostly knows the types of requests because a library
    /// refers to them: there its own code has to put up a server, or answer what comes.
    /// </summary>
    public static bool HasRequests(Examination examination) => KnowsRequests(examination.Compilation)
        && (!examination.IsOfOnePerson || UsesAny(examination, Hosts.OfRequests)
            || DerivesFromAny(examination, Hosts.Answering));

    /// <summary>
    /// Whether no requests can come in, and it runs no service, as far as this compilation tells. What a host runs
    /// behind a window is for the person before it, unless the system starts it as a service.
    /// </summary>
    public static bool ServesNobody(Examination examination) => !HasRequests(examination)
        && !(examination.IsOfOnePerson
            ? IsStartedBySystem(examination) : DerivesFromAny(examination, Hosts.Services));

    /// <summary>
    /// Whether it parses a command line, by a library or by itself, and serves nobody: it carries out one command, and
    /// ends. A program with a window stays, whatever it is started with.
    /// </summary>
    public static bool IsCommandLine(Examination examination) =>
        (examination.Compilation.ReferencedAssemblyNames.Any(each => CommandLineLibraries.All.Contains(each.Name))
            || IsPickingItsArguments(examination) || examination.HasCommands && Ends(examination))
        && examination.ServesNobody && !examination.IsOfOnePerson;

    /// <summary>
    /// Whether it is a program, or commands for one, and no library: whom a library serves is not known.
    /// </summary>
    public static bool IsProgram(Examination examination) => IsForConsole(examination) || examination.IsOfOnePerson;

    /// <summary>Whether it is a program in which nobody waits for a thread but who started it.</summary>
    public static bool IsAlone(Examination examination) =>
        examination.IsOfOnePerson ? examination.ServesNobody : Ends(examination);

    /// <summary>The same, or a library that knows of nobody whom it could serve.</summary>
    public static bool IsForNobodyKnown(Examination examination) =>
        IsProgram(examination) ? IsAlone(examination) : examination.ServesNobody;

    /// <summary>
    /// Whether it has a service that works by its own clock: neither requests nor connections nor messages come in.
    /// </summary>
    public static bool WorksByItself(Examination examination) => !HasRequests(examination)
        && DerivesFromAny(examination, Hosts.Services) && !UsesAny(examination, Hosts.Listening);

    /// <summary>
    /// Whether it is a program with a window, or a library that draws one and knows of no requests: it is a part of
    /// such a program.
    /// </summary>
    public static bool IsOfOnePerson(Compilation compilation) => compilation.Options.OutputKind switch
    {
        OutputKind.WindowsApplication or OutputKind.WindowsRuntimeApplication => true,
        OutputKind.DynamicallyLinkedLibrary => !KnowsRequests(compilation)
            && compilation.ReferencedAssemblyNames.Any(each => Windows.Assemblies.Contains(each.Name)),
        _ => false,
    };

    /// <summary>
    /// Whether it is a program for a console, or commands for one, that neither serves nor waits for others to come.
    /// </summary>
    public static bool Ends(Examination examination) => IsForConsole(examination)
        && !UsesAny(examination, Hosts.Waiting) && examination.ServesNobody;

    /// <summary>
    /// Whether it declares commands of a shell, or tasks of a build: whoever calls one waits for its end.
    /// </summary>
    public static bool HasCommands(Examination examination) =>
        Hosts.Commands.Any(each => examination.Compilation.GetTypeByMetadataName(each.Type) is not null)
        && examination.Outlines.Outlines.SelectMany(outline => outline.Bodies).Select(body => body.Node)
            .OfType<ClassDeclarationSyntax>().Where(type => type.BaseList is not null)
            .Any(type => examination.ModelOf(type).GetDeclaredSymbol(type) is { } declared
                && Hosts.Commands.Any(each => Derives(declared, each.Type)));

    /// <summary>Whether a shell or a build calls this method to have a command carried out.</summary>
    public static bool IsCommand(IMethodSymbol method) => Hosts.Commands.Any(each =>
        each.Methods.Contains(Contracts.NameOf(method)) && Derives(method.ContainingType, each.Type));

    private static bool Derives(INamedTypeSymbol type, string from) =>
        type.SelfAndBases().Skip(1).Concat(type.AllInterfaces).Any(each => MemberNames.OfType(each) == from);

    private static bool IsForConsole(Examination examination) =>
        examination.Compilation.Options.OutputKind is OutputKind.ConsoleApplication || examination.HasCommands;

    // A console application that neither is hosted nor listens, and whose main method looks at its arguments again and
    // again, or is given some and gives back an exit code: the shell that called it waits for the end.
    private static bool IsPickingItsArguments(Examination examination) => Ends(examination)
        && (examination.Outlines.DeclaredAs("Main").Select(body => body.Node).OfType<MethodDeclarationSyntax>().Any(IsCommand)
            || examination.Outlines.Outlines.SelectMany(outline => outline.Bodies).Select(body => body.Node)
                .OfType<CompilationUnitSyntax>().Any(IsCommand));

    private static bool IsCommand(MethodDeclarationSyntax main)
    {
        const int Often = 3;
        return main.ParameterList.Parameters is [{ Identifier.ValueText: var arguments }]
            && main.DescendantNodes().OfType<IdentifierNameSyntax>().Count(name => name.Identifier.ValueText == arguments) is var uses
            && (uses >= Often || uses > 0 && main.ReturnType is PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.IntKeyword } or GenericNameSyntax);
    }

    private static bool IsCommand(CompilationUnitSyntax program)
    {
        SyntaxNode[] own = [.. program.Members.OfType<GlobalStatementSyntax>()
            .SelectMany(statement => Names.Nodes(statement, inner => !Outline.IsBody(inner)))];
        return own.Any(node => node is IdentifierNameSyntax { Identifier.ValueText: "args" })
            && own.Any(node => node is ReturnStatementSyntax { Expression: not null });
    }

    private static bool KnowsRequests(Compilation compilation) =>
        compilation.GetTypeByMetadataName("Microsoft.AspNetCore.Http.HttpContext") is not null
        || compilation.GetTypeByMetadataName("System.Web.HttpContext") is { DeclaredAccessibility: Accessibility.Public, BaseType: not null } web
            && !web.ContainingAssembly.Name.StartsWith("System.Web.HttpUtility", System.StringComparison.Ordinal);

    private static bool IsStartedBySystem(Examination examination) =>
        UsesAny(examination, Hosts.OfSystem) || DerivesFromAny(examination, Hosts.SystemServices);

    // What the program declares itself, a CreateBuilder of its own say, is no host's.
    private static bool UsesAny(Examination examination, IEnumerable<string> names) => names.Any(name =>
        examination.Outlines.Uses(name) && examination.Outlines.Using(name)
            .SelectMany(outline => outline.Places.All(name))
            .Any(use => !SymbolEqualityComparer.Default.Equals(examination.Compilation.Assembly,
                examination.ModelOf(use).GetSymbolInfo(use).Symbol?.ContainingAssembly)));

    // A class in a namespace of the program's own that is called like one of them, ServiceBase say, is not that one.
    private static bool DerivesFromAny(Examination examination, IReadOnlyCollection<string> names)
    {
        TypeDeclarationSyntax[] types = [.. examination.Outlines.Outlines.SelectMany(outline =>
            outline.Bodies).Select(body => body.Node).OfType<TypeDeclarationSyntax>()];
        string[] derived = [.. types.SelectMany(type => type.BaseList?.Types ?? default).SelectMany(each =>
            each.Type.DescendantNodesAndSelf())
            .OfType<SimpleNameSyntax>().Select(name => name.Identifier.ValueText).Where(names.Contains).Distinct()];
        return derived.Any(name =>
            !types.Any(type => type is ClassDeclarationSyntax { Parent: BaseNamespaceDeclarationSyntax }
                && type.Identifier.ValueText == name));
    }
}
