using System.Text;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Comparisons;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Recordings.Files;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Tool.Collection.Recorded;

/// <summary>
/// Recordings in files: those that the tool kept, and traces of dotnet-trace. What a file holds tells which it is.
/// </summary>
internal static class RecordingStore
{
    // A report of the tool has some hundred kilobytes at most.
    private const int LargestReport = 8 << 20;

    private const string Remedy = "Name a file that 'attach --save' or dotnet-trace wrote, whole.";

    /// <summary>Keeps a recording. Throws ExpectedTrouble where the file cannot be written.</summary>
    public static void Save(Recording recording, FileInfo file)
    {
        try
        {
            using FileStream stream = new(file.FullName, FileMode.Create, FileAccess.Write);
            RecordingFile.Write(stream, recording, ToolVersion.Text);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            throw new ExpectedTrouble(
                $"The recording could not be written to {file.FullName}: {trouble.Message}",
                "Name another file, or make room on the disk.", trouble);
        }
    }

    /// <summary>Reads a recording. Throws ExpectedTrouble for whatever is none.</summary>
    public static Recording Read(FileInfo file, CancellationToken cancel)
    {
        using FileStream stream = Open(file);
        byte[] beginning = Beginning(stream);
        return ReadBy(beginning, stream, file.FullName, cancel)
            ?? throw Foreign(file.FullName, "it is neither of the tool nor of dotnet-trace");
    }

    /// <summary>
    /// What two files are compared by: a recording, or a report in JSON. Throws ExpectedTrouble for whatever is none.
    /// </summary>
    public static LookFacts ReadFacts(FileInfo file, CancellationToken cancel)
    {
        using FileStream stream = Open(file);
        if (ReadBy(Beginning(stream), stream, file.FullName, cancel) is { } recording)
        {
            // By way of the report, so that it makes no difference which of both was kept.
            return LookFacts.Parse(Encoding.UTF8.GetBytes(JsonReport.Write(Doctor.Diagnose(recording), ToolVersion.Text)));
        }
        return ReadReport(stream, file.FullName);
    }

    private static Recording? ReadBy(byte[] beginning, FileStream stream, string name, CancellationToken cancel)
    {
        if (beginning.AsSpan().SequenceEqual(TraceFile.Magic)) return TraceFile.Read(stream, name, cancel);
        return RecordingFile.MayBe(beginning) ? ReadOwn(stream, name) : null;
    }

    private static byte[] Beginning(FileStream stream)
    {
        byte[] beginning = new byte[TraceFile.Magic.Length];
        int read = stream.ReadAtLeast(beginning, beginning.Length, throwOnEndOfStream: false);
        stream.Position = 0;
        return beginning[..read];
    }

    private static LookFacts ReadReport(FileStream stream, string name)
    {
        try
        {
            if (stream.Length > LargestReport) throw new InvalidDataException("it is larger than any report");
            byte[] report = new byte[stream.Length];
            stream.ReadExactly(report);
            return LookFacts.Parse(report.AsMemory(report is [0xEF, 0xBB, 0xBF, ..] ? 3 : 0));
        }
        catch (Exception broken) when (broken is InvalidDataException or IOException)
        {
            throw new ExpectedTrouble(
                $"{name} is neither a recording nor a report that can be read: {broken.Message}.",
                "Name a file that 'attach --save', 'attach --format json -o' or dotnet-trace wrote, whole.", broken);
        }
    }

    /// <summary>
    /// A file that is there, is no pipe or device, and has something in it. Throws ExpectedTrouble otherwise.
    /// </summary>
    public static FileStream Open(FileInfo file)
    {
        try
        {
            // Looked at before it is opened: a pipe would be waited for.
            if (!file.Exists) throw new ExpectedTrouble($"There is no file {file.FullName}.", Remedy);
            if (file.Length == 0) throw new ExpectedTrouble($"{file.FullName} is empty, or no regular file.", Remedy);
            return new FileStream(file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            throw new ExpectedTrouble($"{file.FullName} cannot be read: {trouble.Message}", "See that this user may read it.", trouble);
        }
    }

    private static Recording ReadOwn(FileStream stream, string name)
    {
        try
        {
            return RecordingFile.Read(stream);
        }
        catch (Exception broken) when (broken is InvalidDataException or IOException or OutOfMemoryException)
        {
            throw Foreign(name, broken is InvalidDataException ? broken.Message : "it cannot be read as one", broken);
        }
    }

    private static ExpectedTrouble Foreign(string name, string why, Exception? broken = null) => new(
        $"{name} is no recording that can be read: {why}.",
        Remedy, broken);
}
