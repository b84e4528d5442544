using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// The raw return addresses that came with an event, leaf first. TraceEvent gives stacks only through TraceLog, which
/// wants a whole file and writes another; yet it carries the addresses with each event of a live stream, as extended
/// data of the event record. The record is internal, so this file reaches it by name and by the documented layout of
/// Windows' EVENT_RECORD, and says so plainly if a new version has moved it.
/// </summary>
internal static class RawStack
{
    private const int StackTrace32 = 5; // EVENT_HEADER_EXT_TYPE_STACK_TRACE32
    private const int StackTrace64 = 6; // EVENT_HEADER_EXT_TYPE_STACK_TRACE64

    // EVENT_HEADER_EXTENDED_DATA_ITEM: Reserved1, ExtType, Reserved2, DataSize (each 2 bytes), DataPtr (8 bytes).
    private const int ItemSize = 16;
    private const int ItemType = 2;
    private const int ItemDataSize = 6;
    private const int ItemData = 8;

    // A stack's data opens with an id that pairs user and kernel stacks; EventPipe leaves those 8 bytes unset.
    private const int MatchId = 8;

    private static readonly Func<TraceEvent, IntPtr> s_record;
    private static readonly int s_count;
    private static readonly int s_items;

    static RawStack()
    {
        FieldInfo field = typeof(TraceEvent).GetField("eventRecord", BindingFlags.Instance | BindingFlags.NonPublic)
            ?? throw new NotSupportedException("This version of TraceEvent keeps its event record elsewhere: stacks cannot be read.");
        Type record = field.FieldType.GetElementType()!;
        s_count = (int)Marshal.OffsetOf(record, "ExtendedDataCount");
        s_items = (int)Marshal.OffsetOf(record, "ExtendedData");
        s_record = Getter(field);
    }

    /// <summary>
    /// Copies the addresses into <paramref name="buffer"/>, which grows as needed, and returns their number: 0 when the
    /// event has no stack.
    /// </summary>
    public static int Copy(TraceEvent data, ref ulong[] buffer)
    {
        IntPtr record = s_record(data);
        if (record == IntPtr.Zero)
        {
            return 0;
        }
        int count = (ushort)Marshal.ReadInt16(record, s_count);
        IntPtr item = Marshal.ReadIntPtr(record, s_items);
        for (int i = 0; i < count && item != IntPtr.Zero; i++, item += ItemSize)
        {
            int type = (ushort)Marshal.ReadInt16(item, ItemType);
            if (type is StackTrace32 or StackTrace64)
            {
                int bytes = (ushort)Marshal.ReadInt16(item, ItemDataSize) - MatchId;
                return CopyAddresses((IntPtr)Marshal.ReadInt64(item, ItemData) + MatchId, bytes, type == StackTrace64, ref buffer);
            }
        }
        return 0;
    }

    private static int CopyAddresses(IntPtr source, int bytes, bool wide, ref ulong[] buffer)
    {
        int count = Math.Max(0, bytes / (wide ? 8 : 4));
        if (buffer.Length < count)
        {
            buffer = new ulong[Math.Max(count, 128)];
        }
        if (wide)
        {
            Marshal.Copy(source, (long[])(object)buffer, 0, count); // not aligned, hence a copy
            return count;
        }
        for (int i = 0; i < count; i++)
        {
            buffer[i] = (uint)Marshal.ReadInt32(source, i * 4);
        }
        return count;
    }

    /// <summary>Reads the field for each event of a burst: reflection would box a pointer each time.</summary>
    private static Func<TraceEvent, IntPtr> Getter(FieldInfo field)
    {
        var method = new DynamicMethod("EventRecordOf", typeof(IntPtr), [typeof(TraceEvent)], typeof(TraceEvent), skipVisibility: true);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, field);
        il.Emit(OpCodes.Conv_I);
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<TraceEvent, IntPtr>>();
    }
}
