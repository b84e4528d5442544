using System.Diagnostics;
using System.Globalization;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>How the processes of one side are started.</summary>
/// <param name="Name">A name that <see cref="Child"/> knows.</param>
/// <param name="Environment">More variables for its processes, a startup hook say.</param>
internal sealed record Side(string Name, IReadOnlyDictionary<string, string> Environment)
{
    internal Side(string name) : this(name, new Dictionary<string, string>())
    {
    }

    /// <summary>Runs one program in a process that has run nothing before.</summary>
    internal RunReport Run(PoolProgram program, int limit)
    {
        using SideProcess process = Start(program);
        return process.Run(program, limit);
    }

    /// <summary>A process with the settings of this program.</summary>
    internal SideProcess Start(PoolProgram program) => new(Process.Start(StartInfo(program))!);

    private ProcessStartInfo StartInfo(PoolProgram program)
    {
        var start = new ProcessStartInfo(DotNetHost())
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            ArgumentList =
            {
                "exec",
                typeof(Side).Assembly.Location,
                Child.Command,
                Name,
                Work.RoundsPerMicrosecond.ToString(CultureInfo.InvariantCulture),
            },
        };
        start.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        start.Environment["DOTNET_TieredPGO"] = "0";
        if (program.Setting(StepKind.Memory, 0) is > 0 and int megabytes)
        {
            start.Environment["DOTNET_GCHeapHardLimit"] =
                (megabytes * 1024L * 1024).ToString("X", CultureInfo.InvariantCulture);
        }
        if (program.Setting(StepKind.Processors, 0) is > 0 and int processors)
        {
            start.Environment["DOTNET_PROCESSOR_COUNT"] = processors.ToString(CultureInfo.InvariantCulture);
        }
        foreach ((string name, string value) in Environment)
        {
            start.Environment[name] = value;
        }
        return start;
    }

    private static string DotNetHost() =>
        System.Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) == "dotnet"
            ? host
            : "dotnet";
}
