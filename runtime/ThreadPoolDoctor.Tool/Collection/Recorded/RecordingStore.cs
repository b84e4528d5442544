using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Recordings.Files;

namespace ThreadPoolDoctor.Tool.Collection.Recorded;

/// <summary>Recordings in files: those that the tool kept, and traces of dotnet-trace. What a file holds tells which it is.</summary>
internal static class RecordingStore
{
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
        byte[] beginning = new byte[TraceFile.Magic.Length];
        int read = stream.ReadAtLeast(beginning, beginning.Length, throwOnEndOfStream: false);
        stream.Position = 0;
        if (beginning.AsSpan(0, read).SequenceEqual(TraceFile.Magic)) return TraceFile.Read(stream, file.FullName, cancel);
        if (RecordingFile.MayBe(beginning)) return ReadOwn(stream, file.FullName);
        throw Foreign(file.FullName, "it is neither of the tool nor of dotnet-trace");
    }

    /// <summary>A file that is there, is no pipe or device, and has something in it. Throws ExpectedTrouble otherwise.</summary>
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
