using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>What ASP.NET Core reads the form of a request for, so that it is at hand when somebody asks.</summary>
internal static class RequestForms
{
    /// <summary>The namespace that holds all of these.</summary>
    public const string Library = "Microsoft.AspNetCore";

    /// <summary>The call that reads it without waiting.</summary>
    public const string Reading = "ReadFormAsync";

    /// <summary>Base types whose methods are called with what a form says, and what is asked around them.</summary>
    public static IReadOnlyCollection<string> Bound { get; } = new HashSet<string>
    {
        "ControllerBase", "PageModel", "RazorPageBase", "ViewComponent", "IActionFilter", "IAsyncActionFilter", "IModelBinder",
    };

    /// <summary>
    /// Types of parameters that are a part of the form, or that filters are told once the arguments have been bound.
    /// </summary>
    public static IReadOnlyCollection<string> Parameters { get; } = new HashSet<string>
    {
        "IFormFile", "IFormFileCollection", "IFormCollection",
        "ActionExecutingContext", "ActionExecutedContext", "PageHandlerExecutingContext", "PageHandlerExecutedContext",
        "ResultExecutingContext", "ResultExecutedContext",
    };

    /// <summary>Of a parameter of another type that is a part of the form.</summary>
    public const string Attribute = "FromFormAttribute";

    /// <summary>Whose form it is, and whose request that is, as properties of what is called with one.</summary>
    public const string Request = "Request", Context = "HttpContext";

    /// <summary>Tells a service the request that it works for.</summary>
    public const string Accessor = "IHttpContextAccessor";
}
