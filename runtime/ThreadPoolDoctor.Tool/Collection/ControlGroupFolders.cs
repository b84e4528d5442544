namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>A folder with the files of one control group.</summary>
/// <param name="Path">Without a slash at its end.</param>
/// <param name="IsUnified">Version 2, whose files bear other names.</param>
internal sealed record ControlGroupFolder(string Path, bool IsUnified);

/// <summary>
/// Where the control groups of a process are, in version 1 and 2: its own group and those above it, for what holds
/// above counts too.
/// </summary>
internal static class ControlGroupFolders
{
    /// <param name="processId">The process.</param>
    /// <param name="controller">What is limited: "cpu", "memory".</param>
    /// <param name="read">The text of a file, or null when it cannot be read.</param>
    public static IReadOnlyList<ControlGroupFolder> Of(int processId, string controller, Func<string, string?> read)
    {
        string groups = read($"/proc/{processId}/cgroup") ?? "";
        return [.. Mounts(read("/proc/self/mountinfo") ?? "", controller)
            .SelectMany(mount => Folders(mount, PathOf(groups, mount, controller)).Select(folder => new ControlGroupFolder(folder, mount.IsUnified)))
            .Distinct()];
    }

    /// <param name="Root">The group that is mounted.</param>
    /// <param name="Point">Where.</param>
    /// <param name="IsUnified">Version 2.</param>
    private sealed record Mount(string Root, string Point, bool IsUnified);

    /// <summary>mountinfo: "id parent device root point options ... - type source super-options" (proc(5)).</summary>
    private static IEnumerable<Mount> Mounts(string mountInfo, string controller)
    {
        foreach (string line in mountInfo.Split('\n'))
        {
            string[] halves = line.Split(" - ");
            if (halves.Length != 2) continue;
            string[] left = halves[0].Split(' ');
            string[] right = halves[1].Split(' ');
            if (left.Length < 5 || right.Length < 3) continue;
            if (right[0] == "cgroup2") yield return new(left[3], left[4], true);
            else if (right[0] == "cgroup" && right[2].Split(',').Contains(controller)) yield return new(left[3], left[4], false);
        }
    }

    /// <summary>
    /// "4:cpu,cpuacct:/shop" names the group of a version 1 controller, "0::/shop" that of version 2.
    /// </summary>
    private static string? PathOf(string groups, Mount mount, string controller) => groups.Split('\n')
        .Select(line => line.Split(':', 3))
        .Where(parts => parts.Length == 3 && (mount.IsUnified
            ? parts[0] == "0" && parts[1].Length == 0
            : parts[1].Split(',').Contains(controller)))
        .Select(parts => parts[2])
        .FirstOrDefault();

    /// <summary>
    /// The group's folder and those above it. A container sees its own group mounted, under the path that it has
    /// outside: what stands before the mount's root is not there to be seen.
    /// </summary>
    private static IEnumerable<string> Folders(Mount mount, string? path)
    {
        if (path is null) yield break;
        string root = mount.Root.TrimEnd('/');
        string within = root.Length > 0 && (path == root || path.StartsWith(root + "/", StringComparison.Ordinal)) ? path[root.Length..] : path;
        for (string below = within.TrimEnd('/'); ; below = below[..Math.Max(0, below.LastIndexOf('/'))])
        {
            yield return mount.Point + below;
            if (below.Length == 0) yield break;
        }
    }
}
