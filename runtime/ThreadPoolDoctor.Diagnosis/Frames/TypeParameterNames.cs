namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// Names for <c>!0</c> and <c>!!0</c>: those of the metadata when it was read, else <c>T</c> or <c>T1, T2</c>.
/// </summary>
internal readonly record struct TypeParameterNames(int TypeArity, int MethodArity, WrittenParameters? Written)
{
    public string OfType(int index) => Name(Written?.OfType, index, TypeArity, "T");

    public string OfMethod(int index) => Name(Written?.OfMethod, index, MethodArity, TypeArity > 0 ? "TMethod" : "T");

    private static string Name(IReadOnlyList<string>? written, int index, int arity, string prefix)
    {
        if (written is not null && index < written.Count)
        {
            return written[index];
        }
        return arity > 1 ? $"{prefix}{index + 1}" : prefix;
    }
}
