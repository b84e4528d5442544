namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A module as the target has it loaded: where its file was, and which PDB belongs to it.</summary>
/// <param name="Path">As the target sees it; without a folder when it came out of a bundle, or from memory.</param>
/// <param name="PdbId">The id the compiler gave the PDB; empty when there is none.</param>
/// <param name="PdbPath">Where the compiler wrote the PDB, perhaps on another machine.</param>
internal sealed record ModuleImage(string Path, Guid PdbId, string PdbPath)
{
    public string Assembly { get; } = System.IO.Path.GetFileNameWithoutExtension(Path.Replace('\\', '/'));

    /// <summary>The folder it was loaded from, with the separator at its end; null where there was none.</summary>
    public string? Folder { get; } = Path.LastIndexOfAny(['/', '\\']) is >= 0 and var end ? Path[..(end + 1)] : null;
}
