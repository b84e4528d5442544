using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.Tests;

/// <summary>
/// Snapshot tests with Verify's call shape and file convention: the expected text lies beside the test as
/// <c>Class.Method.verified.txt</c>; a mismatch writes <c>Class.Method.received.txt</c> next to it.
/// When the Verify package is to be had, deleting this file and adding the package is the whole change.
/// </summary>
internal static class Verifier
{
    /// <summary>Compares <paramref name="target"/> with the verified file of the calling test.</summary>
    public static async Task Verify(
        string target,
        [CallerFilePath] string sourceFile = "",
        [CallerMemberName] string method = "")
    {
        string stem = Path.Combine(
            Path.GetDirectoryName(sourceFile)!,
            $"{Path.GetFileNameWithoutExtension(sourceFile)}.{method}");
        string received = stem + ".received.txt";
        string verified = stem + ".verified.txt";
        string actual = Normalize(target);
        string? expected = File.Exists(verified) ? Normalize(await File.ReadAllTextAsync(verified)) : null;
        if (expected == actual)
        {
            File.Delete(received);
            return;
        }
        await File.WriteAllTextAsync(received, actual);
        Assert.Fail(expected is null
            ? $"No snapshot yet. Read {received} and, if it is right, rename it to {Path.GetFileName(verified)}.\n{actual}"
            : $"The snapshot {Path.GetFileName(verified)} differs.\n--- expected\n{expected}\n--- received\n{actual}");
    }

    private static string Normalize(string text) =>
        Regex.Replace(text.Replace("\r\n", "\n"), "[ \t]+(?=\n|$)", "").TrimEnd('\n');
}
