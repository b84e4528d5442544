namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>One call in a method's IL.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Type">Metadata full name of the declaring type, without generic arguments.</param>
/// <param name="Member">Metadata name.</param>
/// <param name="OwnToken">The called method, when it is of the same module.</param>
/// <param name="MayDispatch">What runs may be another method of the same name, in a derived type or behind an
/// interface.</param>
/// <param name="IsAwait">The GetResult that the compiler writes for an await: the task has completed, so it never
/// waits.</param>
/// <param name="Assembly">The assembly that the called method lives in; null for the caller's own.</param>
internal sealed record Call(
    int Offset, string Type, string Member, int? OwnToken, bool MayDispatch, bool IsAwait = false, string? Assembly = null)
{
    /// <summary>Whether it may be this call that blocks its thread.</summary>
    public bool MayBlock(Func<string, bool> blocks) => !IsAwait && blocks(ToString());

    public override string ToString() => $"{Type}.{Member}";
}
