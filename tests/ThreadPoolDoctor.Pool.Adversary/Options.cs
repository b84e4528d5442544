using System.Globalization;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// The command line: names with a value each, some of them repeated. Trouble is a <see cref="FormatException"/>.
/// </summary>
internal sealed class Options
{
    private readonly ILookup<string, string> _values;
    private readonly HashSet<string> _unused;

    internal Options(string[] arguments)
    {
        if (arguments.Length % 2 != 0)
        {
            throw new FormatException($"'{arguments[^1]}' has no value.");
        }
        _values = arguments.Chunk(2).ToLookup(static pair => pair[0], static pair => pair[1]);
        _unused = [.. _values.Select(static g => g.Key)];
    }

    internal string Text(string name, string otherwise) => All(name).LastOrDefault(otherwise);

    internal long Number(string name, long otherwise) =>
        All(name).LastOrDefault() is not { } text ? otherwise
        : long.TryParse(text, CultureInfo.InvariantCulture, out long number) && number >= 0 ? number
        : throw new FormatException($"--{name} wants a number, not '{text}'.");

    internal IReadOnlyDictionary<string, string> Pairs(string name) => All(name)
        .Select(text => text.Split('=', 2) is [{ Length: > 0 } key, { } value]
            ? KeyValuePair.Create(key, value)
            : throw new FormatException($"--{name} wants NAME=VALUE, not '{text}'."))
        .ToDictionary();

    internal IReadOnlySet<Promise> Promises(string name) => All(name)
        .SelectMany(static text => text.Split(','))
        .Select(text => Enum.TryParse(text, ignoreCase: true, out Promise promise)
            ? promise
            : throw new FormatException(
                $"'{text}' is no promise; there are {string.Join(", ", Enum.GetNames<Promise>())}."))
        .ToHashSet();

    internal void CheckAllUsed()
    {
        if (_unused.FirstOrDefault() is { } name)
        {
            throw new FormatException($"'{name}' is not known here; --help lists what is.");
        }
    }

    private IEnumerable<string> All(string name)
    {
        _unused.Remove("--" + name);
        return _values["--" + name];
    }
}
