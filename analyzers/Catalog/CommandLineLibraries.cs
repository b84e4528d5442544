using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Assemblies that parse a command line: a program that refers to one, and serves nobody, carries out one command.
/// </summary>
internal static class CommandLineLibraries
{
    public static IReadOnlyCollection<string> All { get; } = new HashSet<string>
    {
        "System.CommandLine",
        "Spectre.Console.Cli",
        "McMaster.Extensions.CommandLineUtils",
        "Microsoft.Extensions.CommandLineUtils",
        "CommandLine",
        "Mono.Options",
        "PowerArgs",
        "CliFx",
        "Cocona",
        "Cocona.Core",
        "ConsoleAppFramework",
        "DocoptNet",
        "ManyConsole",
        "Fclp",
    };
}
