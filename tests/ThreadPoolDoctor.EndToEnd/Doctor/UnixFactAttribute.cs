namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>A fact about a system with signals and /bin/sh.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UnixFactAttribute : FactAttribute
{
    public UnixFactAttribute()
    {
        if (OperatingSystem.IsWindows()) Skip = "Needs signals and a shell.";
    }
}

/// <summary>A fact about a system with /proc.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LinuxFactAttribute : FactAttribute
{
    public LinuxFactAttribute()
    {
        if (!OperatingSystem.IsLinux()) Skip = "Needs /proc.";
    }
}

/// <summary>A fact that takes the rights to become another user.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootFactAttribute : FactAttribute
{
    public RootFactAttribute()
    {
        if (OperatingSystem.IsWindows() || !Environment.IsPrivilegedProcess || !File.Exists("/usr/bin/setpriv"))
        {
            Skip = "Only root can become another user, and setpriv is needed to do it.";
        }
    }
}
