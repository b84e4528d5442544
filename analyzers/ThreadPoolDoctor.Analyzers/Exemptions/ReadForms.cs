using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether the form of a request has been read before somebody asks for it, so that it is at hand.</summary>
internal static class ReadForms
{
    private static readonly string[] s_ofMvc = ["ControllerBase", "PageModel", "RazorPageBase", "ViewComponent"];

    private static readonly string[] s_boundTypes = ["IFormFile", "IFormFileCollection", "IFormCollection"];

    public static bool IsRead(Candidate candidate)
    {
        for (Body? at = candidate.Body; at is not null; at = at.Parent)
        {
            if (at.MentionsCall("ReadFormAsync")) return true;
            if (candidate.Examination.MethodOf(at) is { } method && method.Parameters.Any(IsBound)) return true;
        }
        // MVC reads the form to find out what it calls an action with.
        return candidate.Examination.MemberAround(candidate.Body)?.ContainingType is { } type
            && (type.SelfAndBases().Any(each => s_ofMvc.Contains(each.Name))
                || type.AllInterfaces.Any(face => face.Name is "IActionFilter" or "IAsyncActionFilter"));
    }

    private static bool IsBound(IParameterSymbol parameter) => s_boundTypes.Contains(parameter.Type.Name)
        || parameter.GetAttributes().Any(attribute => attribute.AttributeClass?.Name == "FromFormAttribute");
}
