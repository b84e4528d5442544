using System.Collections.Immutable;
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// A module's metadata, IL and portable PDB, if the files are still those that the target has loaded: both must bear
/// the PDB id that the runtime reported. A module rebuilt after the start of the target would give wrong lines. One
/// that was built without symbols has no id: its file must be older than the process.
/// </summary>
internal sealed class ModuleFiles
{
    private const int LargestPdb = 64 << 20;

    private ModuleFiles(PEReader? image, MetadataReader? metadata, MetadataReader? pdb) =>
        (Image, Metadata, Pdb) = (image, metadata, pdb);

    public PEReader? Image { get; }

    public MetadataReader? Metadata { get; }

    public MetadataReader? Pdb { get; }

    public static ModuleFiles Open(ModuleImage module, TargetFiles files)
    {
        if (module.PdbId == Guid.Empty)
        {
            PEReader? bare = FirstMatching(files.ReadUnchanged(module.Path), files, ImageWithoutPdb);
            return new ModuleFiles(bare, Untrusted.Read(() => bare?.GetMetadataReader()), null);
        }
        PEReader? image = FirstMatching(Everywhere(module.Path, files), files, bytes => MatchingImage(bytes, module.PdbId));
        return new ModuleFiles(
            image,
            Untrusted.Read(() => image?.GetMetadataReader()),
            Untrusted.Read(() => EmbeddedPdb(image, module.PdbId, files.Budget)) ?? PdbBeside(module, files));
    }

    /// <summary>The first file of this name that is what it should be; those that are not are not kept.</summary>
    private static T? FirstMatching<T>(IEnumerable<byte[]> found, TargetFiles files, Func<byte[], T?> match) where T : class
    {
        foreach (byte[] bytes in found)
        {
            if (Untrusted.Read(() => match(bytes)) is { } right) return right;
            files.Budget.Return(bytes.Length);
        }
        return null;
    }

    private static IEnumerable<byte[]> Everywhere(string path, TargetFiles files) => files.Read(path).Concat(files.ReadBundled(path));

    private static PEReader? MatchingImage(byte[] bytes, Guid pdbId)
    {
        var image = new PEReader(Immutable(bytes));
        return image.HasMetadata && PdbIds(image).Contains(pdbId) ? image : null;
    }

    private static PEReader? ImageWithoutPdb(byte[] bytes)
    {
        var image = new PEReader(Immutable(bytes));
        return image.HasMetadata && !PdbIds(image).Any() ? image : null;
    }

    private static IEnumerable<Guid> PdbIds(PEReader image)
    {
        foreach (DebugDirectoryEntry entry in image.ReadDebugDirectory())
        {
            if (entry.Type == DebugDirectoryEntryType.CodeView) yield return image.ReadCodeViewDebugDirectoryData(entry).Guid;
        }
    }

    private static MetadataReader? EmbeddedPdb(PEReader? image, Guid pdbId, ByteBudget budget)
    {
        if (image is null)
        {
            return null;
        }
        foreach (DebugDirectoryEntry entry in image.ReadDebugDirectory())
        {
            if (entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb)
            {
                return Inflated(image, entry, budget, pdbId);
            }
        }
        return null;
    }

    /// <summary>
    /// The PDB inside the module: "MPDB", the size it inflates to, a deflate stream. Not left to the library, which
    /// would allocate whatever size a broken or hostile file claims: 80 KB can claim, and inflate to, 64 MB.
    /// </summary>
    private static MetadataReader? Inflated(PEReader image, DebugDirectoryEntry entry, ByteBudget budget, Guid pdbId)
    {
        PEMemoryBlock block = image.GetEntireImage();
        if (entry.DataPointer < 0 || entry.DataSize < 8 || entry.DataPointer > block.Length - entry.DataSize)
        {
            return null;
        }
        BlobReader reader = block.GetReader(entry.DataPointer, entry.DataSize);
        uint signature = reader.ReadUInt32();
        int size = reader.ReadInt32();
        if (signature != 0x4244504D || size is <= 0 or > LargestPdb || !budget.TryTake(size))
        {
            return null;
        }
        MetadataReader? pdb = null;
        try
        {
            byte[] bytes = new byte[size];
            using var inflated = new DeflateStream(new MemoryStream(reader.ReadBytes(reader.RemainingBytes)), CompressionMode.Decompress);
            inflated.ReadExactly(bytes);
            return pdb = MatchingPdb(bytes, pdbId);
        }
        finally
        {
            if (pdb is null) budget.Return(size);
        }
    }

    private static MetadataReader? PdbBeside(ModuleImage module, TargetFiles files)
    {
        // A module out of a bundle has no folder; the PDB's own place helps on the machine that built it.
        string[] places = [Path.ChangeExtension(module.Path, ".pdb"), module.PdbPath];
        return places
            .Select(place => FirstMatching(Everywhere(place, files), files, bytes => MatchingPdb(bytes, module.PdbId)))
            .FirstOrDefault(found => found is not null);
    }

    private static MetadataReader? MatchingPdb(byte[]? bytes, Guid pdbId)
    {
        if (bytes is not [(byte)'B', (byte)'S', (byte)'J', (byte)'B', ..])
        {
            return null; // a Windows PDB, or something else altogether
        }
        MetadataReader pdb = MetadataReaderProvider.FromPortablePdbImage(Immutable(bytes)).GetMetadataReader();
        return pdb.DebugMetadataHeader is { } header && new BlobContentId(header.Id).Guid == pdbId ? pdb : null;
    }

    private static ImmutableArray<byte> Immutable(byte[] bytes) =>
        ImmutableCollectionsMarshal.AsImmutableArray(bytes);
}
