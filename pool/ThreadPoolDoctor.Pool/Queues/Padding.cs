using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>Two cache lines: processors fetch lines in pairs.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct Padding;

/// <summary>A shared word on lines of its own.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct PaddedLong
{
    [FieldOffset(128)]
    internal long Value;
}
