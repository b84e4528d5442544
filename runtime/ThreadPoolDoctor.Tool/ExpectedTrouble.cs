namespace ThreadPoolDoctor.Tool;

/// <summary>
/// Trouble that we anticipated: one sentence for the user and the next step. It is printed without a stack trace and
/// ends the tool with exit code 1. Every other exception is our own bug and shows its stack.
/// </summary>
public sealed class ExpectedTrouble : Exception
{
    public ExpectedTrouble(string sentence, string remedy, Exception? inner = null)
        : base(sentence, inner) => Remedy = remedy;

    /// <summary>What the user can do about it, one sentence.</summary>
    public string Remedy { get; }
}
