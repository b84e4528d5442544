using System.Text;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>
/// Standard output or the error stream. That one of them cannot be written to (a full disk behind it, a closed handle)
/// is trouble of the user's and no bug of ours; where the error stream fails, there is nobody left to tell.
/// </summary>
internal sealed class StandardStream : TextWriter
{
    private readonly TextWriter _inner;
    private readonly bool _tells;

    private StandardStream(TextWriter inner, bool tells)
    {
        _inner = inner;
        _tells = tells;
    }

    /// <summary>Puts these in the place of the console's own writers.</summary>
    public static void Install()
    {
        Console.SetOut(new StandardStream(Console.Out, tells: true));
        Console.SetError(new StandardStream(Console.Error, tells: false));
    }

    /// <summary>
    /// Prints to standard output, in UTF-8 whatever the terminal's encoding when <paramref name="utf8"/> is asked for:
    /// a program that reads JSON knows no other. A Windows console shows it in its own, for there it is a person who
    /// reads.
    /// </summary>
    public static void Print(string text, bool utf8)
    {
        if (!utf8 || OperatingSystem.IsWindows() && !Console.IsOutputRedirected)
        {
            Console.Out.Write(text);
            return;
        }
        Console.Out.Flush();
        Try(tells: true, () =>
        {
            using Stream output = Console.OpenStandardOutput();
            output.Write(new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetBytes(text));
        });
    }

    public override Encoding Encoding => _inner.Encoding;

    public override void Write(char value) => Try(() => _inner.Write(value));

    public override void Write(string? value) => Try(() => _inner.Write(value));

    public override void Write(char[] buffer, int index, int count) => Try(() => _inner.Write(buffer, index, count));

    public override void Flush() => Try(_inner.Flush);

    private void Try(Action write) => Try(_tells, write);

    private static void Try(bool tells, Action write)
    {
        try
        {
            write();
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            if (!tells) return;
            throw new ExpectedTrouble(
                $"Standard output cannot be written to: {trouble.Message}",
                "Make room, or give the tool another place to write to (-o takes a file).", trouble);
        }
    }
}
