namespace ThreadPoolDoctor.Monitoring;

/// <summary>A place at which work items of the thread pool blocked their worker.</summary>
public sealed record Block
{
    /// <summary>The ailment, TPD001 to TPD004.</summary>
    public required string Id { get; init; }

    /// <summary>The method that made the call, as a person would write it.</summary>
    public required string Method { get; init; }

    /// <summary>Its source file, or null where there is no debug information.</summary>
    public string? File { get; init; }

    /// <summary>The line of the call.</summary>
    public int? Line { get; init; }

    /// <summary>The call that blocks.</summary>
    public required string Call { get; init; }

    /// <summary>What to write instead, in one line.</summary>
    public required string Cure { get; init; }

    /// <summary>How often it was seen to block.</summary>
    public required int Times { get; init; }

    /// <summary>The longest of them, as far as it was seen.</summary>
    public required TimeSpan Longest { get; init; }

    /// <summary>The stack of one of them, leaf first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }

    /// <summary>One line: id, method, file and line, call.</summary>
    public override string ToString() =>
        $"{Id} {Method}{(File is null ? "" : $" in {File}:line {Line}")}: {Call}, {Longest.TotalMilliseconds:0} ms"
        + (Times == 1 ? "" : $" ({Times} times)");
}
