using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>
/// Says on the error stream what the tool waits for: one line that moves on a terminal, one plain line when redirected.
/// </summary>
internal static class Progress
{
    private const int BarWidth = 20;

    public static async Task<T> ShowAsync<T>(Target target, TimeSpan duration, Func<IProgress<double>?, Task<T>> work)
    {
        string what = $"Observing {Words.Visible(target.Name)} (pid {target.ProcessId}) for {Durations.Text(duration)}";
        if (!Terminal.ShowsProgress)
        {
            await Console.Error.WriteLineAsync(what + " ...");
            return await work(null);
        }
        try
        {
            return await work(new Bar(what));
        }
        finally
        {
            Console.Error.Write("\r" + new string(' ', what.Length + BarWidth + 4) + "\r");
        }
    }

    /// <summary>Called from one thread at a time; writes at once, for a queued report would come after the verdict.</summary>
    private sealed class Bar : IProgress<double>
    {
        private readonly string _what;

        public Bar(string what) => _what = what;

        public void Report(double value)
        {
            int full = (int)(value * BarWidth);
            Console.Error.Write($"\r{_what} [{new string('#', full)}{new string('.', BarWidth - full)}]");
        }
    }
}
