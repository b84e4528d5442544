namespace ThreadPoolDoctor.Governor.Hosting;

/// <summary>One caller's changes to the options.</summary>
internal sealed record GovernorSettings(Action<GovernorOptions> Configure);
