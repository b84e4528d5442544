using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// A program with processes, mounts and a /tmp of its own, as a container has them, made by the test itself.
/// </summary>
public sealed class NamespaceTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [NamespaceFact]
    public async Task A_program_in_namespaces_of_its_own_is_looked_at_from_outside()
    {
        // The port that it opens in there lies in a /tmp that nobody out here sees.
        ProcessStartInfo start = Run.Start("unshare",
            [.. NamespaceFactAttribute.Options, "sh", "-c", "mount -t tmpfs tmpfs /tmp && exec \"$0\" \"$@\"", House.Dotnet, "exec", House.Patients, "requests"]);
        using Process outer = Process.Start(start)!;
        try
        {
            string? ready = await outer.StandardOutput.ReadLineAsync().WaitAsync(s_limit);
            ready.ShouldBe("ready requests 1");

            Run attach = Run.Tool("attach", ChildOf(outer.Id).ToString(CultureInfo.InvariantCulture), "--duration", "2s", "--format", "json");

            attach.ExitCode.ShouldBe(0, attach.ToString());
            using JsonDocument report = JsonDocument.Parse(attach.Output);
            report.RootElement.GetProperty("verdict").GetString().ShouldBe("starving", attach.ToString());
            attach.Output.ShouldContain("ThreadPoolDoctor.Patients.Requests.Load(int)");
        }
        finally
        {
            outer.StandardInput.Close();
            if (!outer.WaitForExit(s_limit)) outer.Kill(entireProcessTree: true);
        }
    }

    /// <summary>What unshare started, by the id that it has out here.</summary>
    private static int ChildOf(int parent) => Directory.GetDirectories("/proc")
        .Select(Path.GetFileName)
        .Where(name => name!.All(char.IsAsciiDigit))
        .Select(name => int.Parse(name!, CultureInfo.InvariantCulture))
        .Single(id => ParentOf(id) == parent);

    private static int ParentOf(int id)
    {
        try
        {
            // The name stands in brackets, and may hold anything.
            string stat = File.ReadAllText($"/proc/{id}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0; // it ended
        }
    }
}

/// <summary>A fact that takes the right to make namespaces.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NamespaceFactAttribute : FactAttribute
{
    public NamespaceFactAttribute() => Skip = s_refused.Value;

    /// <summary>What unshare is told; who is not root becomes so in there only.</summary>
    public static IReadOnlyList<string> Options { get; } =
    [
        .. OperatingSystem.IsWindows() || Environment.IsPrivilegedProcess ? Array.Empty<string>() : ["--user", "--map-root-user"],
        "--pid", "--mount", "--fork", "--kill-child", "--mount-proc",
    ];

    private static readonly Lazy<string?> s_refused = new(() =>
    {
        if (!OperatingSystem.IsLinux()) return "Needs the namespaces of Linux.";
        if (House.Patients.StartsWith("/tmp/", StringComparison.Ordinal))
            return "The program itself lies in /tmp, of which it is to have another.";
        try
        {
            Run run = Run.Of(Run.Start("unshare", [.. Options, "mount", "-t", "tmpfs", "tmpfs", "/tmp"]));
            return run.ExitCode == 0 ? null : $"Namespaces may not be made here: {run.Errors.Trim()}";
        }
        catch (System.ComponentModel.Win32Exception missing)
        {
            return $"There is no unshare: {missing.Message}";
        }
    });
}
