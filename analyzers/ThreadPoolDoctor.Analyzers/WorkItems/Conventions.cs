using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Methods that frameworks call on pool threads, or on others, by what their class is.</summary>
internal static class Conventions
{
    private static readonly string[] s_requestBases =
    [
        "Microsoft.AspNetCore.Mvc.ControllerBase", "Microsoft.AspNetCore.Mvc.Controller",
        "Microsoft.AspNetCore.SignalR.Hub",
        "Microsoft.AspNetCore.SignalR.Hub`1", "Microsoft.AspNetCore.Mvc.ViewComponent", "System.Web.Mvc.Controller",
        "System.Web.Http.ApiController",
    ];

    private static readonly string[] s_uiBases =
    [
        "System.Windows.Forms.Control", "System.Windows.Threading.DispatcherObject", "Avalonia.AvaloniaObject",
        "Microsoft.UI.Xaml.DependencyObject",
        "Windows.UI.Xaml.DependencyObject", "Microsoft.Maui.Controls.BindableObject", "Xamarin.Forms.BindableObject",
        "UIKit.UIResponder",
        "Android.Content.Context", "UnityEngine.MonoBehaviour", "Godot.GodotObject", "Terminal.Gui.View",
    ];

    // Frameworks make actions of the public methods of all that is marked so (Furion, Panda.DynamicWebApi).
    private static readonly string[] s_madeControllers =
        ["Furion.DynamicApiController.IDynamicApiController", "Panda.DynamicWebApi.IDynamicWebApi"];

    // Of methods that a host runs for each call or message, whatever their class is.
    private static readonly string[] s_requestAttributes =
    [
        "FunctionNameAttribute", "FunctionAttribute", "LambdaFunctionAttribute", "CapSubscribeAttribute",
        "McpServerToolAttribute", "McpServerPromptAttribute", "McpServerResourceAttribute",
    ];

    /// <summary>
    /// What others call by an interface or a base class wherever they happen to be, a row each: its type, the methods,
    /// and who comes to them. In a program that serves, those are mostly its requests.
    /// </summary>
    private static readonly (string Type, string[] Methods, string By)[] s_calledByAll =
    [
        ("Serilog.Core.ILogEventSink", ["Emit"], Logging),
        ("Microsoft.Extensions.Logging.ILogger", ["Log"], Logging),
        ("NLog.Targets.Target", ["Write"], Logging),
        ("log4net.Appender.IAppender", ["DoAppend"], Logging),
        ("log4net.Appender.AppenderSkeleton", ["Append"], Logging),
        ("Microsoft.Extensions.ObjectPool.IPooledObjectPolicy`1", ["Create", "Return"], "whoever uses the pool behind"),
        ("Microsoft.Extensions.ObjectPool.PooledObjectPolicy`1", ["Create", "Return"], "whoever uses the pool behind"),
        ("Microsoft.AspNetCore.Mvc.ActionResult", ["ExecuteResult"], "whatever is answered by"),
        ("Microsoft.AspNetCore.Razor.TagHelpers.TagHelper", ["Process"], "whatever page has"),
        ("Microsoft.AspNetCore.Routing.IRouteConstraint", ["Match"], "whatever is routed by"),
        ("System.ComponentModel.DataAnnotations.ValidationAttribute", ["IsValid"], "whatever is validated by"),
        ("System.ComponentModel.DataAnnotations.IValidatableObject", ["Validate"], "whatever is validated by"),
    ];

    /// <summary>Who comes to what a logger writes to.</summary>
    public const string Logging = "whoever logs by";

    /// <summary>Who calls a method wherever they happen to be, as the table has it; null for others.</summary>
    public static string? CalledByAll(IMethodSymbol method)
    {
        if (method.IsStatic || method.MethodKind
            is not (MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation)) return null;
        string name = Contracts.NameOf(method);
        foreach ((string type, string[] methods, string by) in s_calledByAll)
        {
            if (methods.Contains(name) && method.ContainingType.SelfAndBases().Skip(1)
                .Concat(method.ContainingType.AllInterfaces).Any(each => MemberNames.OfType(each.OriginalDefinition) == type)) return by;
        }
        return null;
    }

    /// <summary>
    /// An action, page handler, hub method, filter, middleware or function that a server runs per request.
    /// </summary>
    public static bool IsRequest(IMethodSymbol method)
    {
        if (ServiceOperations.IsOne(method)) return true;
        if (method.IsStatic && !HasFunctionAttribute(method) || method.MethodKind != MethodKind.Ordinary) return false;
        INamedTypeSymbol type = method.ContainingType;
        if (HasFunctionAttribute(method)) return true;
        if (IsFilter(method, type) || IsPageHandler(method, type)) return true;
        if (method.DeclaredAccessibility != Accessibility.Public || IsOfFramework(method)
            || method.Name == "Dispose") return false;
        if (HasAttribute(method, "NonActionAttribute")) return false;
        foreach (INamedTypeSymbol at in type.SelfAndBases())
        {
            if (HasAttribute(at, "ApiControllerAttribute")) return true;
            if (!SymbolEqualityComparer.Default.Equals(at, type)
                && s_requestBases.Contains(MemberNames.OfType(at.OriginalDefinition))) return true;
        }
        return IsMiddleware(method) || HasParameter(method, "ServerCallContext")
            || type.AllInterfaces.Any(face => s_madeControllers.Contains(MemberNames.OfType(face)));
    }

    /// <summary>The constructor of what a server makes anew for each request: a controller, a hub, a page.</summary>
    public static bool IsMadePerRequest(IMethodSymbol constructor) => !constructor.IsStatic
        && constructor.ContainingType is { IsAbstract: false } type
        && type.SelfAndBases().Any(at => HasAttribute(at, "ApiControllerAttribute")
            || !SymbolEqualityComparer.Default.Equals(at, type)
                && (at.Name == "PageModel" || s_requestBases.Contains(MemberNames.OfType(at.OriginalDefinition))));

    // What overrides an action of a base of one's own is one; what overrides Controller.OnActionExecuted, or Equals, is
    // none.
    private static bool IsOfFramework(IMethodSymbol method)
    {
        if (!method.IsOverride) return false;
        IMethodSymbol root = method;
        while (root.OverriddenMethod is { } before) root = before;
        return MemberNames.IsOfSystem(root.ContainingNamespace)
            || MemberNames.OfNamespace(root.ContainingNamespace).StartsWith("Microsoft.AspNetCore", System.StringComparison.Ordinal);
    }

    public static bool IsPoolItem(IMethodSymbol method) =>
        method.Name is "Execute" or "System.Threading.IThreadPoolWorkItem.Execute" && method.Parameters.IsEmpty
        && method.ContainingType.AllInterfaces.Any(type => type.Name == "IThreadPoolWorkItem");

    /// <summary>Async code of a window or view continues on the UI's thread, not on the pool's.</summary>
    public static bool IsBoundToUi(ISymbol member) =>
        (member as INamedTypeSymbol ?? member.ContainingType).SelfAndBases()
            .Any(type => s_uiBases.Contains(MemberNames.OfType(type.OriginalDefinition)));

    private static bool IsMiddleware(IMethodSymbol method) =>
        method.Name is "Invoke" or "InvokeAsync" && method.Parameters.Length > 0
            && method.Parameters[0].Type.Name == "HttpContext";

    private static bool IsFilter(IMethodSymbol method, INamedTypeSymbol type) =>
        method.Name.StartsWith("On", System.StringComparison.Ordinal)
        && method.Parameters.Length > 0
            && method.Parameters[0].Type.Name.EndsWith("Context", System.StringComparison.Ordinal)
        && type.AllInterfaces.Any(face => face.Name == "IFilterMetadata");

    private static bool IsPageHandler(IMethodSymbol method, INamedTypeSymbol type) =>
        method.DeclaredAccessibility == Accessibility.Public
        && (method.Name.StartsWith("OnGet", System.StringComparison.Ordinal)
            || method.Name.StartsWith("OnPost", System.StringComparison.Ordinal)
            || method.Name.StartsWith("OnPut", System.StringComparison.Ordinal)
                || method.Name.StartsWith("OnDelete", System.StringComparison.Ordinal))
        && type.SelfAndBases().Any(at => at.Name == "PageModel");

    private static bool HasFunctionAttribute(IMethodSymbol method) =>
        method.GetAttributes().Any(attribute => s_requestAttributes.Contains(attribute.AttributeClass?.Name));

    private static bool HasParameter(IMethodSymbol method, string type) =>
        method.Parameters.Any(parameter => parameter.Type.Name == type);

    private static bool HasAttribute(ISymbol symbol, string name) =>
        symbol.GetAttributes().Any(attribute => attribute.AttributeClass?.Name == name);
}
