namespace ThreadPoolDoctor.Benchmarks.Governed;

/// <summary>One workload on .NET's pool.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Run">Runs it and says in one line how it went.</param>
/// <param name="OnlyGoverned">The plain pool takes minutes for it.</param>
internal sealed record GovernedCase(string Name, Func<string> Run, bool OnlyGoverned = false);
