using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether the form of a request has been read before somebody asks for it, so that it is at hand.</summary>
internal static class ReadForms
{
    private static readonly string[] s_ofMvc = ["ControllerBase", "PageModel", "RazorPageBase", "ViewComponent"];

    private static readonly string[] s_boundTypes = ["IFormFile", "IFormFileCollection", "IFormCollection"];

    // What filters are told after the arguments have been bound, and the form has been read for that.
    private static readonly string[] s_afterBinding = ["ActionExecutingContext", "ActionExecutedContext",
        "PageHandlerExecutingContext", "PageHandlerExecutedContext", "ResultExecutingContext", "ResultExecutedContext"];

    public static bool IsRead(Candidate candidate)
    {
        for (Body? at = candidate.Body; at is not null; at = at.Parent)
        {
            if (at.MentionsCall("ReadFormAsync")) return true;
            if (candidate.Examination.MethodOf(at) is { } method
                && method.Parameters.Any(each => IsBound(each) || s_afterBinding.Contains(each.Type.Name))) return true;
        }
        // MVC reads the form to find out what it calls an action with.
        return candidate.Examination.MemberAround(candidate.Body)?.ContainingType is { } type
            && (type.SelfAndBases().Any(each => s_ofMvc.Contains(each.Name))
                || type.AllInterfaces.Any(face => face.Name is "IActionFilter" or "IAsyncActionFilter" or "IModelBinder"));
    }

    /// <summary>Whether the request is the one that an <c>IHttpContextAccessor</c> tells.</summary>
    public static bool IsOfAccessor(Candidate candidate)
    {
        // web.HttpContext?.Request.Form is about what stands before the question mark, too.
        SyntaxNode whole = candidate.Node.AncestorsAndSelf().TakeWhile(node => node is ExpressionSyntax).Last();
        return whole.DescendantNodesAndSelf().OfType<ExpressionSyntax>()
            .Any(part => candidate.Model.GetTypeInfo(part).Type?.Name == "IHttpContextAccessor");
    }

    private static bool IsBound(IParameterSymbol parameter) => s_boundTypes.Contains(parameter.Type.Name)
        || parameter.GetAttributes().Any(attribute => attribute.AttributeClass?.Name == "FromFormAttribute");
}
