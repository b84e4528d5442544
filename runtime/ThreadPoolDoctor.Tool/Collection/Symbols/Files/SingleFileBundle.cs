using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// The files inside a single-file program. Its host names the place of a table of contents behind a fixed mark; the
/// table names each file, its place, and its size (dotnet/designs, single-file/bundler.md; versions 1, 2 and 6). The
/// program is another process's file: every number in it is checked before it is used.
/// </summary>
internal sealed class SingleFileBundle
{
    // The SHA-256 of ".net core bundle"; the eight bytes before it are the place of the table.
    private static readonly byte[] s_mark =
    [
        0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32,
        0x13, 0xf5, 0xb9, 0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
    ];

    private const int ChunkBytes = 1 << 20;

    // Hosts are at most some 20 MB; what follows them are the files.
    private const long MostScanned = 64 << 20;
    private const int MostTableBytes = 4 << 20;
    private const int MostFiles = 20_000;
    private const int MostFileBytes = 64 << 20;

    private readonly Dictionary<string, BundledFile> _files;

    private SingleFileBundle(Dictionary<string, BundledFile> files) => _files = files;

    /// <param name="Offset">Where in the program.</param>
    /// <param name="Size">Bytes when inflated.</param>
    /// <param name="Stored">Bytes in the program; the same where it is not compressed.</param>
    /// <param name="IsCompressed">Whether they are compressed.</param>
    private readonly record struct BundledFile(long Offset, int Size, int Stored, bool IsCompressed);

    /// <summary>Names of the files, without folders.</summary>
    public IEnumerable<string> Names => _files.Keys;

    /// <summary>Null for a program that is no bundle, or whose table makes no sense.</summary>
    public static SingleFileBundle? TryOpen(TargetFile program)
    {
        long at = FindTable(program);
        if (at <= 0 || at >= program.Length) return null;
        int length = (int)Math.Min(MostTableBytes, program.Length - at);
        return program.TryRead(at, length) is { } table ? Untrusted.Read(() => Parse(table, program.Length)) : null;
    }

    /// <summary>
    /// The contents of a file by its name, or null when there is none, or it is broken or larger than the budget.
    /// </summary>
    public byte[]? Read(TargetFile program, string name, ByteBudget budget)
    {
        if (!_files.TryGetValue(name, out BundledFile file) || !budget.TryTake(file.Size)) return null;
        byte[]? bytes = program.TryRead(file.Offset, file.Stored);
        if (bytes is not null && file.IsCompressed) bytes = Untrusted.Read(() => Inflate(bytes, file.Size));
        if (bytes is null) budget.Return(file.Size);
        return bytes;
    }

    private static long FindTable(TargetFile program)
    {
        long end = Math.Min(program.Length, MostScanned);
        // Chunks overlap, so that a mark on a border, and the number before it, are found whole.
        int overlap = sizeof(long) + s_mark.Length;
        for (long start = 0; start < end; start += ChunkBytes)
        {
            int count = (int)Math.Min(ChunkBytes + overlap, program.Length - start);
            if (program.TryRead(start, count) is not { } chunk) return -1;
            int found = chunk.AsSpan().IndexOf(s_mark);
            if (found >= sizeof(long)) return BinaryPrimitives.ReadInt64LittleEndian(chunk.AsSpan(found - sizeof(long)));
        }
        return -1;
    }

    /// <summary>
    /// Header: major, minor, number of files, id; from version 2 on the places of two JSON files and flags. Then each
    /// file: place, size, from version 6 on the compressed size (0 for none), kind, name.
    /// </summary>
    private static SingleFileBundle? Parse(byte[] table, long programLength)
    {
        using BinaryReader reader = new(new MemoryStream(table), Encoding.UTF8);
        uint major = reader.ReadUInt32();
        reader.ReadUInt32();
        int count = reader.ReadInt32();
        if (major is 0 or > 6 || count is <= 0 or > MostFiles) return null;
        reader.ReadString();
        if (major >= 2) reader.BaseStream.Seek(5 * sizeof(long), SeekOrigin.Current);
        Dictionary<string, BundledFile> files = new(StringComparer.Ordinal);
        for (int i = 0; i < count; i++)
        {
            long offset = reader.ReadInt64();
            long size = reader.ReadInt64();
            long compressed = major >= 6 ? reader.ReadInt64() : 0;
            reader.ReadByte();
            string path = reader.ReadString();
            long stored = compressed > 0 ? compressed : size;
            bool fits = offset > 0 && size is > 0 and <= MostFileBytes && stored is > 0 and <= MostFileBytes && offset <= programLength - stored;
            if (fits) files.TryAdd(path[(path.LastIndexOfAny(['/', '\\']) + 1)..], new(offset, (int)size, (int)stored, compressed > 0));
        }
        return new(files);
    }

    private static byte[] Inflate(byte[] compressed, int size)
    {
        byte[] bytes = new byte[size];
        using DeflateStream inflated = new(new MemoryStream(compressed), CompressionMode.Decompress);
        inflated.ReadExactly(bytes);
        return bytes;
    }
}
