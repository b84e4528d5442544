using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>What the user's own files say of a place in the user's code: its line, the call that stands there, how the method was declared.</summary>
internal sealed class UserCode
{
    private const int LargestMethod = 1 << 20;

    private readonly Dictionary<ModuleImage, ModuleFiles> _opened = [];
    private readonly TargetFiles _files;

    public UserCode(TargetFiles files) => _files = files;

    public bool HasPdb(ModuleImage module) => FilesOf(module).Pdb is not null;

    public WrittenParameters? Written(ModuleImage module, int token) =>
        FilesOf(module) is { Metadata: { } metadata } files
            ? Untrusted.Read(() => MetadataNames.Written(metadata, files.Pdb, token))
            : null;

    public SourceLine? Line(ModuleImage module, int token, int? ilOffset) =>
        FilesOf(module).Pdb is { } pdb ? Untrusted.Read<SourceLine?>(() => SourceLines.Find(pdb, token, ilOffset)) : null;

    /// <summary>
    /// What may be running at this IL offset: the call that stands there, or the calls from there to the end of the
    /// statement. In the order of the code; empty when the files are missing.
    /// </summary>
    public IReadOnlyList<string> Calls(ModuleImage module, int token, int ilOffset) =>
        FilesOf(module) is { Metadata: { } metadata, Image: not null } files
            ? Untrusted.Read(() => Calls(files, metadata, token, ilOffset)) ?? []
            : [];

    private static List<string> Calls(ModuleFiles files, MetadataReader metadata, int token, int ilOffset)
    {
        MethodDefinition method = metadata.GetMethodDefinition((MethodDefinitionHandle)MetadataTokens.EntityHandle(token));
        MethodBodyBlock body = files.Image!.GetMethodBody(method.RelativeVirtualAddress);
        byte[]? il = body.GetILReader() is { Length: <= LargestMethod } ? body.GetILBytes() : null;
        (int Offset, int Token)[] calls = [.. ILCalls.In(il ?? [])];
        int end = files.Pdb is null ? int.MaxValue : SourceLines.EndOfStatement(files.Pdb, token, ilOffset);
        IEnumerable<(int Offset, int Token)> here = calls.Any(call => call.Offset == ilOffset)
            ? calls.Where(call => call.Offset == ilOffset)
            : calls.Where(call => call.Offset >= ilOffset && call.Offset < end);
        return [.. here.Select(call => MetadataNames.Callee(metadata, call.Token)).OfType<string>()];
    }

    public ModuleFiles FilesOf(ModuleImage module)
    {
        if (!_opened.TryGetValue(module, out ModuleFiles? files))
        {
            _opened[module] = files = ModuleFiles.Open(module, _files);
        }
        return files;
    }
}
