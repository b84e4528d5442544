namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A method that another one makes a delegate of.</summary>
/// <param name="Target">The method.</param>
/// <param name="Type">The metadata name of the delegate's type.</param>
/// <param name="HandedTo">The metadata name of the type whose method is called next, and so is likely to be given the
/// delegate.</param>
internal sealed record MadeDelegate(int Target, string Type, string HandedTo);
