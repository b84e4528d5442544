using System.Buffers.Binary;
using System.Text;

namespace ThreadPoolDoctor.Monitoring.Tests.Exporting;

/// <summary>A field of a message in protobuf's wire format.</summary>
internal readonly record struct Field(int Number, ulong Value, ReadOnlyMemory<byte> Bytes)
{
    public string Text => Encoding.UTF8.GetString(Bytes.Span);

    public double Double => BitConverter.UInt64BitsToDouble(Value);

    public IEnumerable<Field> Fields => Protobuf.Read(Bytes);

    /// <summary>All fields at the end of this path of field numbers.</summary>
    public IEnumerable<Field> At(params int[] path) => path.Length == 0
        ? [this]
        : Fields.Where(field => field.Number == path[0]).SelectMany(field => field.At(path[1..]));
}

/// <summary>As much of protobuf's wire format as a message of OTLP takes.</summary>
internal static class Protobuf
{
    public static IEnumerable<Field> Read(ReadOnlyMemory<byte> message)
    {
        for (int at = 0; at < message.Length;)
        {
            ulong tag = Number(message, ref at);
            int number = (int)(tag >> 3);
            switch (tag & 7)
            {
                case 0:
                    yield return new(number, Number(message, ref at), default);
                    break;
                case 1:
                    yield return new(number, BinaryPrimitives.ReadUInt64LittleEndian(message.Span[at..]), default);
                    at += 8;
                    break;
                case 2:
                    int length = (int)Number(message, ref at);
                    yield return new(number, 0, message.Slice(at, length));
                    at += length;
                    break;
                case 5:
                    yield return new(number, BinaryPrimitives.ReadUInt32LittleEndian(message.Span[at..]), default);
                    at += 4;
                    break;
                default:
                    throw new FormatException($"Wire type {tag & 7} at byte {at}.");
            }
        }
    }

    private static ulong Number(ReadOnlyMemory<byte> message, ref int at)
    {
        ulong number = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte next = message.Span[at++];
            number |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80) return number;
        }
    }
}
