using ThreadPoolDoctor.PatientGenerator.Writing;

namespace ThreadPoolDoctor.PatientGenerator;

/// <summary>
/// Writes several generated programs as one project, to be published in any way: the seed is its argument. Programs of
/// many kinds then cost one build.
/// </summary>
internal static class Project
{
    public const string Name = "Patients";

    public static void Write(IEnumerable<int> seeds, string framework, string folder)
    {
        Directory.CreateDirectory(folder);
        foreach ((string name, string text) in Compiler.Resources()) File.WriteAllText(Path.Combine(folder, name), text);
        List<string> cases = [];
        foreach (int seed in seeds)
        {
            GeneratedPatient patient = Plan.Write(seed, shared: true);
            string own = Path.Combine(folder, $"Seed{seed}");
            Directory.CreateDirectory(own);
            foreach ((string name, string text) in patient.Files) File.WriteAllText(Path.Combine(own, name), text);
            cases.Add($"    case \"{seed}\": {patient.Name}.Program.Main(); break;");
        }
        File.WriteAllText(Path.Combine(folder, "Start.cs"),
            $"switch (args.Length == 0 ? \"\" : args[0])\n{{\n{string.Join('\n', cases)}\n    default: System.Console.Error.WriteLine(\"Which seed?\"); break;\n}}\n");
        File.WriteAllText(Path.Combine(folder, Name + ".csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>{framework}</TargetFramework>
                <OutputType>Exe</OutputType>
                <LangVersion>latest</LangVersion>
                <Nullable>enable</Nullable>
                <NoWarn>$(NoWarn);CS0162;CS1998;CS4014;CS7022</NoWarn>
                <InvariantGlobalization>true</InvariantGlobalization>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
            </Project>
            """);
        // What is set for a repository around it is not meant for it.
        foreach (string file in (string[])["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"])
        {
            File.WriteAllText(Path.Combine(folder, file), "<Project />\n");
        }
    }
}
