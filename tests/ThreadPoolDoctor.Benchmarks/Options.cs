using System.Globalization;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>What follows the mode on the command line: <c>--name value</c>, or <c>--name</c> alone.</summary>
internal sealed class Options(IReadOnlyList<string> arguments)
{
    public bool Has(string name) => arguments.Contains(name);

    /// <summary>The value of the last one of this name; null if there is none.</summary>
    public string? Text(string name) => All(name).LastOrDefault();

    /// <summary>The values of an option that may come more than once.</summary>
    public IEnumerable<string> All(string name) =>
        arguments.Zip(arguments.Skip(1)).Where(pair => pair.First == name).Select(static pair => pair.Second);

    /// <exception cref="BadOptionException">The value is no number.</exception>
    public T Number<T>(string name, T otherwise) where T : struct, IParsable<T> => Number<T>(name) ?? otherwise;

    /// <exception cref="BadOptionException">The value is no number.</exception>
    public T? Number<T>(string name) where T : struct, IParsable<T> =>
        Text(name) is not { } text ? null
        : T.TryParse(text, CultureInfo.InvariantCulture, out T number) ? number
        : throw new BadOptionException($"{name} takes a number; '{text}' is none.");

    /// <summary>
    /// Several texts with semicolons between them: what one shape leaves behind for the next can then be looked at.
    /// </summary>
    public string[] Texts(string name) => Text(name)?.Split(';') ?? [];

    /// <exception cref="BadOptionException">An option is none of <paramref name="known"/>.</exception>
    public void Require(IEnumerable<string> known)
    {
        if (arguments.FirstOrDefault(a => a.StartsWith("--", StringComparison.Ordinal) && !known.Contains(a)) is { } unknown)
        {
            throw new BadOptionException($"{unknown} is no option of this mode; it has {string.Join(", ", known.DefaultIfEmpty("none"))}.");
        }
    }
}

/// <summary>The command line asks for what there is not; the message says so.</summary>
internal sealed class BadOptionException(string message) : Exception(message);
