namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// A blocking call that was made by code inlined into its caller, which the stack therefore does not show.
/// </summary>
/// <param name="Called">The call, as a person would write it.</param>
/// <param name="Candidates">The methods of the user's that may have made it, in no particular order.</param>
public sealed record UncertainCaller(string Called, IReadOnlyList<string> Candidates);
