using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>A shared word on lines of its own, two on each side: processors fetch lines in pairs.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct PaddedLong
{
    [FieldOffset(128)]
    internal long Value;
}
