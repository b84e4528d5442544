namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Reads from a file that may be broken or hostile. The metadata reader promises BadImageFormatException, but a bad
/// file can make it fail in other ways; whichever it is, it means one thing: nothing can be learnt here.
/// </summary>
internal static class Untrusted
{
    public static T? Read<T>(Func<T?> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return default;
        }
    }
}
