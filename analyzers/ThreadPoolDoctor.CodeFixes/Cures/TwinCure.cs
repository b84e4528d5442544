using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// TPD003 and TPD004: <c>X</c> becomes <c>await XAsync</c> with the same arguments, and the CancellationToken in scope
/// where an overload takes it. A twin counts only when the compiler itself binds the new call at that very place.
/// </summary>
internal static class TwinCure
{
    // Twins whose name is not the member's name and "Async".
    private static readonly Dictionary<string, string> s_otherNames = new(StringComparer.Ordinal)
    {
        ["System.Net.WebClient.DownloadString"] = "DownloadStringTaskAsync",
        ["System.Net.WebClient.DownloadData"] = "DownloadDataTaskAsync",
        ["System.Net.WebClient.DownloadFile"] = "DownloadFileTaskAsync",
        ["System.Net.WebClient.UploadString"] = "UploadStringTaskAsync",
        ["System.Net.WebClient.UploadData"] = "UploadDataTaskAsync",
        ["System.Net.WebClient.UploadFile"] = "UploadFileTaskAsync",
        ["System.Net.WebClient.UploadValues"] = "UploadValuesTaskAsync",
        ["System.Net.WebClient.OpenRead"] = "OpenReadTaskAsync",
        ["System.Net.Mail.SmtpClient.Send"] = "SendMailAsync",
        ["System.Net.NetworkInformation.Ping.Send"] = "SendPingAsync",
        ["System.Net.Dns.GetHostByName"] = "GetHostEntryAsync",
        ["System.Net.Dns.Resolve"] = "GetHostEntryAsync",
    };

    // Their twins throw unless the reader or writer was made for asynchronous use, which is decided elsewhere; and the
    // console's streams do not have any: their XAsync members block.
    private static readonly HashSet<string> s_notSafe = new(StringComparer.Ordinal)
    {
        "System.Xml.XmlReader", "System.Xml.XmlWriter", "System.Console",
        // Its own cures know what its time-outs mean.
        "System.Threading.Tasks.Task",
    };

    public static Cure? Find(ExpressionSyntax blocking, SemanticModel model)
    {
        if (blocking is not InvocationExpressionSyntax call || Syntax.MemberName(call) is null) return null;
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol method
            || s_notSafe.Contains(Awaitables.FullName(method.ContainingType))) return null;
        if (Awaitables.TryGetResult(method.ReturnType, out _) || IsConsole(call, model)) return null;
        if (method.IsExtensionMethod && Awaitables.IsIn(method.ContainingType, "System.Linq")
            && InMemoryQuery.MayBe(call, model)) return null;
        string full = Awaitables.FullName(method.ContainingType) + "." + method.Name;
        string name = s_otherNames.TryGetValue(full, out string? other) ? other : method.Name + "Async";
        string? token = TokenInScope.Find(call, model);
        foreach (Func<InvocationExpressionSyntax, InvocationExpressionSyntax> arguments in Arguments(method, token,
            call, model))
        {
            InvocationExpressionSyntax Twin(InvocationExpressionSyntax e) => arguments(Syntax.WithName(e, name));
            if (TwinBinding.Bind(call, Twin, method, name, model) is { } binding)
            {
                return new Cure(call, e => Twin((InvocationExpressionSyntax)e), name) { Twin = binding.Twin, Using = binding.Using };
            }
        }
        return null;
    }

    private static bool IsConsole(InvocationExpressionSyntax call, SemanticModel model) =>
        Syntax.Receiver(call) is { } receiver
            && model.GetSymbolInfo(receiver).Symbol is IPropertySymbol { Name: "In" or "Out" or "Error" } stream
        && Awaitables.IsMemberOf(stream, "System.Console");

    private static string Written(string @namespace, string name, SemanticModel model, SyntaxNode at)
    {
        TypeNames.TaskName found = TypeNames.Of(model, at.SpanStart, @namespace, name);
        return found.Using is null ? found.Text : @namespace + "." + name;
    }

    // With the token in scope first, then as it is, then with what only the twin asks for.
    private static IEnumerable<Func<InvocationExpressionSyntax, InvocationExpressionSyntax>> Arguments(
        IMethodSymbol method, string? token, InvocationExpressionSyntax call, SemanticModel model)
    {
        bool hasToken = method.Parameters.Any(p => p.Type.Name == "CancellationToken");
        if (token is not null && !hasToken)
        {
            if (call.ArgumentList.Arguments.All(argument =>
                argument.NameColon is null)) yield return e => Syntax.WithArgument(e, token, null);
            yield return e => Syntax.WithArgument(e, token, "cancellationToken");
        }
        yield return e => e;
        if (hasToken) yield break;
        string some = token ?? Written("System.Threading", "CancellationToken", model, call) + ".None";
        yield return e => Syntax.WithArgument(e, some, null);
        if (method.ContainingType.Name is "XDocument" or "XElement" && method.Name == "Load"
            && method.Parameters.Length == 1)
        {
            string options = Written("System.Xml.Linq", "LoadOptions", model, call) + ".None";
            yield return e => Syntax.WithArgument(Syntax.WithArgument(e, options, null), some, null);
        }
    }
}
