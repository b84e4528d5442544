using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>
/// Says on the error stream what the tool waits for: one line that moves on a terminal, one plain line when redirected.
/// </summary>
internal static class Progress
{
    public static async Task<T> ShowAsync<T>(Target target, TimeSpan duration, Func<IProgress<double>?, Task<T>> work)
    {
        ProgressLine line = new(Words.Visible(target.Name), $" (pid {target.ProcessId}) for {Durations.Text(duration)}");
        if (!Terminal.ShowsProgress)
        {
            await Console.Error.WriteLineAsync(line.Whole + " ...");
            return await work(null);
        }
        Bar bar = new(line);
        try
        {
            return await work(bar);
        }
        finally
        {
            bar.Erase();
        }
    }

    /// <summary>
    /// Called from one thread at a time; writes at once, for a queued report would come after the verdict.
    /// </summary>
    private sealed class Bar : IProgress<double>
    {
        private readonly ProgressLine _line;
        private int _width;

        public Bar(ProgressLine line) => _line = line;

        public void Report(double value)
        {
            // The last column stays free: a terminal that is written to its edge begins another line.
            _width = Terminal.ErrorWidth - 1;
            Console.Error.Write("\r" + _line.At(value, _width));
        }

        public void Erase() => Console.Error.Write("\r" + new string(' ', _width) + "\r");
    }
}
