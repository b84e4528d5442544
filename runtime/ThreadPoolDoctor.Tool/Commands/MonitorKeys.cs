using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Monitoring;
using ThreadPoolDoctor.Tool.Collection.Recorded;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>The keys of <c>monitor</c>: pause, burst now, save, quit.</summary>
internal sealed class MonitorKeys(IReadOnlyList<Monitored> monitored, Action quit)
{
    private const string Help = "p pause   b burst now   s save   q quit";

    private string _said = "";

    /// <summary>Whether the screen stands still; the processes are watched on.</summary>
    public bool Paused { get; private set; }

    /// <summary>The last line of the screen.</summary>
    public string Footer => $"{(Paused ? "p go on   b burst now   s save   q quit   PAUSED" : Help)}{(_said.Length > 0 ? "   " + _said : "")}";

    /// <summary>Does what the keys say that were pressed meanwhile; false when there were none.</summary>
    public bool Read()
    {
        bool any = false;
        while (!Console.IsInputRedirected && Console.KeyAvailable)
        {
            any = true;
            Do(char.ToLowerInvariant(Console.ReadKey(intercept: true).KeyChar));
        }
        return any;
    }

    private void Do(char key)
    {
        _said = "";
        switch (key)
        {
            case 'p':
                Paused = !Paused;
                break;
            case 'b':
                foreach (Monitored one in monitored) one.AskForBurst();
                _said = "burst asked for";
                break;
            case 's':
                Save();
                break;
            case 'q':
                quit();
                break;
        }
    }

    /// <summary>Into the present folder, a file for each process.</summary>
    private void Save()
    {
        List<string> saved = [];
        try
        {
            foreach (Monitored one in monitored)
            {
                if (one.Recording is not { } recording) continue;
                FileInfo file = new(NameOf(recording));
                RecordingStore.Save(recording, file);
                saved.Add(file.Name);
            }
            _said = saved.Count == 0 ? "nothing to save yet" : "saved " + string.Join(", ", saved);
        }
        catch (ExpectedTrouble trouble)
        {
            _said = trouble.Message;
        }
    }

    private static string NameOf(Recording recording)
    {
        string name = new([.. recording.Process.Name.Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' ? letter : '_')]);
        return string.Create(CultureInfo.InvariantCulture, $"{name}-{recording.Process.Id}-{DateTime.UtcNow:yyyyMMdd-HHmmss}.tpdoctor");
    }
}
