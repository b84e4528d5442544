using System.Reflection.Metadata;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// What a thread does that has caught an exception: its stack shows the method at the place in the try block that
/// threw, and the catch block that runs leaves no address of its own.
/// </summary>
internal static class Handlers
{
    /// <summary>
    /// Those of a method's calls that stand in what handles the exceptions of this place, of the nearest try block that
    /// has any.
    /// </summary>
    /// <param name="module">The method's module.</param>
    /// <param name="token">The method.</param>
    /// <param name="place">Where it stands by its address.</param>
    /// <param name="calls">Calls of the method that lead to the frame above.</param>
    public static Call[] CallsOf(UserModule module, int token, ILRange place, Call[] calls)
    {
        if (calls.Length == 0 || module.Body(token) is not { } body) return [];
        return body.Regions
            .Where(region => place.Start < region.TryOffset + region.TryLength && place.End > region.TryOffset)
            .OrderBy(region => region.TryLength)
            .Select(region => calls.Where(call => Handles(region, call.Offset)).ToArray())
            .FirstOrDefault(handling => handling.Length > 0) ?? [];
    }

    /// <summary>A filter stands before its handler.</summary>
    private static bool Handles(ExceptionRegion region, int offset)
    {
        int start = region.Kind == ExceptionRegionKind.Filter ? region.FilterOffset : region.HandlerOffset;
        return offset >= start && offset < region.HandlerOffset + region.HandlerLength;
    }
}
