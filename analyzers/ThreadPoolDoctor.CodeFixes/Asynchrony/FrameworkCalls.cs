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
    /// <param name="Method">The one method that is called, which is then called by the name with Async; null for all public ones, whose names are routes.</param>
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

    private static readonly string[] s_testFrameworks = ["Xunit", "NUnit.Framework", "Microsoft.VisualStudio.TestTools.UnitTesting"];

    /// <summary>Test methods, web actions and view components: their framework awaits what they return.</summary>
    public static bool Awaits(IMethodSymbol method) => IsTest(method) || RowOf(method) is not null;

    /// <summary>Awaited, and called by the name that it has now.</summary>
    public static bool KeepsName(IMethodSymbol method) => IsTest(method) || RowOf(method) is { Method: null };

    /// <summary>Why no task may be returned, as the end of a sentence, or null.</summary>
    public static string? Stop(IMethodSymbol method)
    {
        // Configure, ConfigureServices, ConfigureDevelopment...: what they return is not looked at, or must not be a task.
        if (method.ContainingType is { } type && type.Name.EndsWith("Startup", StringComparison.Ordinal) && method.Name.StartsWith("Configure", StringComparison.Ordinal))
        {
            return $"'{method.Name}' is called by the web host by its name, which awaits nothing";
        }
        foreach (INamedTypeSymbol of in method.GetAttributes().Select(attribute => attribute.AttributeClass).OfType<INamedTypeSymbol>())
        {
            if (Awaitables.IsIn(of, "System.Runtime.Serialization")) return $"'{method.Name}' is called by a serializer, which awaits nothing";
            // The compiler's own main method, which waits for an async one, has no attributes.
            if (of.Name == "STAThreadAttribute") return $"'{method.Name}' runs in an apartment of one thread, which an async main method would leave";
        }
        return null;
    }

    private static bool IsTest(IMethodSymbol method) =>
        method.GetAttributes().Any(a => a.AttributeClass?.ContainingNamespace?.ToDisplayString() is { } space
            && s_testFrameworks.Any(framework => space.StartsWith(framework, StringComparison.Ordinal)));

    // Not the helpers beside them.
    private static Awaiting? RowOf(IMethodSymbol method) =>
        method.DeclaredAccessibility != Accessibility.Public ? null : s_awaiting.FirstOrDefault(row =>
            (row.Method is null || row.Method == method.Name || row.Method + "Async" == method.Name)
            && Bases(method.ContainingType).Any(type => type.Name == row.Type
                && type.ContainingNamespace?.ToDisplayString().StartsWith(row.Space, StringComparison.Ordinal) == true));

    private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType) yield return type;
    }
}
