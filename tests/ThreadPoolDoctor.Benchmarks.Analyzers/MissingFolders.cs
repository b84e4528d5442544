namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// Folders and files that the arguments name and that are not there: said at once, with what to do, and not as a trace
/// of who asked for them.
/// </summary>
internal static class MissingFolders
{
    private static readonly string[] s_ofCheckouts = ["tree", "cost", "fix"];

    /// <summary>What is to be said to who started the program; null where nothing is missing.</summary>
    public static string? In(string[] args)
    {
        if (args is [var mode, var checkout, ..] && s_ofCheckouts.Contains(mode) && !Directory.Exists(checkout))
        {
            return $"There is no folder {checkout}. Give the folder of a checkout: {mode} <folder>";
        }
        if (ValueOf(args, "--libraries") is { } libraries && !Directory.Exists(libraries))
        {
            return $"There is no folder {libraries} of libraries. Build a project that refers to the packages of the checkout, with "
                + "CopyLocalLockFileAssemblies set to true, and give the folder of its output; or leave --libraries out: then what is not of the framework does not bind.";
        }
        if (ValueOf(args, "--damaged") is { } texts && !Directory.Exists(texts))
        {
            return $"There is no folder {texts} of texts. Give one that has programs, such as --damaged tests/ThreadPoolDoctor.Analyzers.Tests";
        }
        if (args is ["replay", var program, ..] && !File.Exists(program)) return $"There is no file {program}. Keep what hunt or show prints in one, and give that.";
        return null;
    }

    public static string? ValueOf(string[] args, string option) => Array.IndexOf(args, option) is >= 0 and int at && at + 1 < args.Length ? args[at + 1] : null;
}
