using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Methods that a framework calls, by their type, their attributes or their name: no caller is in the solution, so what
/// the framework makes of a task decides.
/// </summary>
internal static class FrameworkCalls
{
    /// <param name="Space">The namespace of the type, with those below it.</param>
    /// <param name="Type">The base class.</param>
    /// <param name="Method">The one method that is called, which is then called by the name with Async; null for all
    /// public ones, whose names are routes.</param>
    private sealed record Awaiting(string Space, string Type, string? Method = null);

    private static readonly Awaiting[] s_awaiting =
    [
        new("Microsoft.AspNetCore", "ControllerBase"),
        new("Microsoft.AspNetCore", "PageModel"),
        new("Microsoft.AspNetCore", "Hub"),
        new("Microsoft.AspNetCore", "ViewComponent", "Invoke"),
        new("System.Web.Mvc", "Controller"),
        new("System.Web.Http", "ApiController"),
        new("ServiceStack", "Service"),
    ];

    /// <param name="Space">The namespace of the attribute.</param>
    /// <param name="Attribute">Without the word Attribute; null for all of the namespace.</param>
    private sealed record Unawaiting(string Space, string? Attribute, string Reason);

    private static readonly Unawaiting[] s_callers =
    [
        new("System.Runtime.Serialization", null, "is called by a serializer, which awaits nothing"),
        new("System.Web.Services", "WebMethod", "is called by a web service's host, which awaits nothing"),
        new("System.ComponentModel.Composition", "Export", "is handed out as a delegate of its type"),
        // The compiler's own main method, which waits for an async one, has no attributes.
        new("System", "STAThread", "runs in an apartment of one thread, which an async main method would leave"),
    ];

    // Of the type: what it says holds for all of its methods.
    private static readonly Unawaiting[] s_callersOfAll =
    [
        new("System.Runtime.InteropServices", "ComImport",
            "is called through COM, by its place and its exact signature"),
        new("System.Runtime.InteropServices", "InterfaceType",
            "is called through COM, by its place and its exact signature"),
        new("System.Runtime.InteropServices.Marshalling", "GeneratedComInterface",
            "is called through COM, by its place and its exact signature"),
    ];

    private static readonly string[] s_testFrameworks = ["Xunit", "NUnit.Framework",
        "Microsoft.VisualStudio.TestTools.UnitTesting"];

    /// <summary>Test methods, web actions and view components: their framework awaits what they return.</summary>
    public static bool Awaits(IMethodSymbol method) => IsTest(method) || RowOf(method) is not null;

    /// <summary>Awaited, and called by the name that it has now.</summary>
    public static bool KeepsName(IMethodSymbol method) => IsTest(method) || RowOf(method) is { Method: null };

    /// <summary>Why no task may be returned, as the end of a sentence, or null.</summary>
    public static string? Stop(IMethodSymbol method)
    {
        // Configure, ConfigureServices, ConfigureDevelopment...: what they return is not looked at, or must not be a
        // task.
        if (method.ContainingType is { } type && type.Name.EndsWith("Startup", StringComparison.Ordinal)
            && method.Name.StartsWith("Configure", StringComparison.Ordinal))
        {
            return $"'{method.Name}' is called by the web host by its name, which awaits nothing";
        }
        string? reason = Reason(method, s_callers) ?? Reason(method.ContainingType, s_callersOfAll);
        return reason is null ? null : $"'{method.Name}' {reason}";
    }

    private static string? Reason(ISymbol? marked, Unawaiting[] rows) =>
        marked?.GetAttributes().Select(attribute => attribute.AttributeClass).OfType<INamedTypeSymbol>()
        .SelectMany(of => rows.Where(row => (row.Attribute is null || of.Name == row.Attribute + "Attribute")
            && Awaitables.IsIn(of, row.Space)))
        .Select(row => row.Reason).FirstOrDefault();

    private static bool IsTest(IMethodSymbol method) =>
        method.GetAttributes().Any(a => a.AttributeClass?.ContainingNamespace?.ToDisplayString() is { } space
            && s_testFrameworks.Any(framework => space.StartsWith(framework, StringComparison.Ordinal)));

    // Not the helpers beside them.
    private static Awaiting? RowOf(IMethodSymbol method) =>
        method.DeclaredAccessibility != Accessibility.Public ? null : s_awaiting.FirstOrDefault(row =>
            (row.Method is null || row.Method == method.Name || row.Method + "Async" == method.Name)
            && Bases(method.ContainingType).Any(type => type.Name == row.Type
                && type.ContainingNamespace?.ToDisplayString()
                    .StartsWith(row.Space, StringComparison.Ordinal) == true));

    private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType) yield return type;
    }
}
