using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Where the user's own code calls a given method, read from the IL of the modules that the target has loaded. For
/// things that leave no stack behind: a wait thread does not know who registered its handles.
/// </summary>
internal static class CallSites
{
    private const int LargestMethod = 1 << 20;

    /// <summary>All places that call <paramref name="callee"/> (Type.Member by metadata names), in the order of the modules.</summary>
    public static IReadOnlyList<Frame> Of(string callee, IEnumerable<ModuleImage> modules, UserCode code) =>
        [.. modules
            .Where(module => !module.IsFramework)
            .SelectMany(module => Untrusted.Read(() => In(callee, module, code)) ?? [])];

    private static List<Frame>? In(string callee, ModuleImage module, UserCode code)
    {
        if (code.FilesOf(module) is not { Metadata: { } metadata, Image: { } image }) return null;
        HashSet<int> tokens = TokensOf(callee, metadata);
        if (tokens.Count == 0) return null;
        List<Frame> sites = [];
        foreach (MethodDefinitionHandle handle in metadata.MethodDefinitions)
        {
            MethodDefinition method = metadata.GetMethodDefinition(handle);
            if (method.RelativeVirtualAddress == 0) continue;
            MethodBodyBlock body = image.GetMethodBody(method.RelativeVirtualAddress);
            if (body.GetILReader().Length > LargestMethod) continue;
            foreach ((int offset, int token) in ILCalls.In(body.GetILBytes() ?? []))
            {
                if (tokens.Contains(token)) sites.Add(Site(module, metadata, handle, offset, callee, code));
            }
        }
        return sites;
    }

    /// <summary>A call names its callee by a token of its own module: one, as a rule, for each overload.</summary>
    private static HashSet<int> TokensOf(string callee, MetadataReader metadata) =>
        [.. metadata.MemberReferences
            .Select(handle => MetadataTokens.GetToken(handle))
            .Where(token => MetadataNames.Callee(metadata, token) == callee)];

    private static Frame Site(
        ModuleImage module, MetadataReader metadata, MethodDefinitionHandle handle, int offset, string callee, UserCode code)
    {
        MethodDefinition method = metadata.GetMethodDefinition(handle);
        int token = MetadataTokens.GetToken(handle);
        SourceLine? line = code.Line(module, token, offset);
        return new Frame(
            module.Assembly,
            MetadataNames.TypeName(metadata, method.GetDeclaringType()) ?? "",
            metadata.GetString(method.Name),
            "",
            code.Written(module, token))
        {
            File = line?.File,
            Line = line?.Line,
            Approximate = line is not { Exact: true },
            CalledHere = callee,
            HasSource = line is not null,
        };
    }
}
