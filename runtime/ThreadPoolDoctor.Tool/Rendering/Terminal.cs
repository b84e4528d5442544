using Spectre.Console;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>
/// What the terminal can do. Colour only where a person looks at it, and never against NO_COLOR (no-color.org).
/// </summary>
internal static class Terminal
{
    public static bool HasColour { get; } =
        !Console.IsOutputRedirected
        && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
        && AnsiConsole.Profile.Capabilities.Ansi;

    /// <summary>Whether there is a screen that can be drawn on, and somebody at its keys.</summary>
    public static bool HasScreen { get; } = !Console.IsOutputRedirected && !Console.IsInputRedirected && AnsiConsole.Profile.Capabilities.Ansi;

    /// <summary>Progress goes to the error stream, so that a redirected report stays clean.</summary>
    public static bool ShowsProgress { get; } = !Console.IsErrorRedirected;

    /// <summary>Columns of the terminal behind the error stream, now: its window can be resized.</summary>
    public static int ErrorWidth
    {
        get
        {
            try
            {
                return Console.WindowWidth is > 0 and var width ? width : UsualWidth;
            }
            catch (Exception trouble) when (trouble is IOException or PlatformNotSupportedException)
            {
                return UsualWidth;
            }
        }
    }

    private const int UsualWidth = 80;
}
