namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// The offsets of an <see cref="ILMap"/>, packed: the runtime tells the maps of all methods, a look needs those of a
/// few. Each number is stored as the difference to the one before, in as many bytes as it takes.
/// </summary>
internal sealed class PackedILMap
{
    private readonly byte[] _bytes;
    private readonly int _count;
    private ILMap? _unpacked;

    private PackedILMap(byte[] bytes, int count) => (_bytes, _count) = (bytes, count);

    public static PackedILMap Of(ReadOnlySpan<int> native, ReadOnlySpan<int> il)
    {
        using MemoryStream stream = new(native.Length * 2);
        using BinaryWriter writer = new(stream);
        int lastNative = 0, lastIL = 0;
        for (int i = 0; i < native.Length; i++)
        {
            Write(writer, unchecked(native[i] - lastNative));
            Write(writer, unchecked(il[i] - lastIL));
            (lastNative, lastIL) = (native[i], il[i]);
        }
        return new(stream.ToArray(), native.Length);
    }

    public ILMap Unpack()
    {
        if (_unpacked is { } known) return known;
        int[] native = new int[_count], il = new int[_count];
        using BinaryReader reader = new(new MemoryStream(_bytes));
        int lastNative = 0, lastIL = 0;
        for (int i = 0; i < _count; i++)
        {
            native[i] = lastNative = unchecked(lastNative + Read(reader));
            il[i] = lastIL = unchecked(lastIL + Read(reader));
        }
        return _unpacked = new ILMap(native, il);
    }

    // Zigzag: small numbers of either sign take one byte.
    private static void Write(BinaryWriter writer, int number) => writer.Write7BitEncodedInt((number << 1) ^ (number >> 31));

    private static int Read(BinaryReader reader)
    {
        int number = reader.Read7BitEncodedInt();
        return (int)((uint)number >> 1) ^ -(number & 1);
    }
}
