using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Libraries that make objects for tests which answer as they are told, and run nothing of the program's own.
/// </summary>
internal static class MockingLibraries
{
    /// <summary>The namespaces of what makes them, and of what is asked of them besides.</summary>
    public static IReadOnlyCollection<string> Namespaces { get; } = new HashSet<string> { "NSubstitute", "FakeItEasy", "Moq" };

    /// <summary>A type of each, by which it is told whether a program has it.</summary>
    public static IReadOnlyList<string> Types { get; } = ["NSubstitute.Substitute", "FakeItEasy.A", "Moq.Mock`1"];
}
