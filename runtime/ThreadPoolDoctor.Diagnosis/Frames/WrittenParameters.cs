namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// What only the module's metadata knows of a method as it was written: the names of its type parameters and, for the
/// body of an async method or an iterator, the parameters of the method that a person wrote.
/// </summary>
/// <param name="OfType">Type parameters of the declaring type, outermost first.</param>
/// <param name="OfMethod">Type parameters of the method that a person wrote.</param>
/// <param name="Parameters">Parameter types in C#, or null where <see cref="Frame.Signature"/> tells them.</param>
/// <param name="Returns">The same of what it returns.</param>
public sealed record WrittenParameters(
    IReadOnlyList<string> OfType,
    IReadOnlyList<string> OfMethod,
    IReadOnlyList<string>? Parameters = null,
    string? Returns = null);
