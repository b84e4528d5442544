using System.IO.Compression;

namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// A recording as one file that tells the same on any machine: methods and lines are those that were found when it was
/// made. It is one JSON document (docs/recording.md), compressed by gzip. A file that is read may come from anybody.
/// </summary>
public static class RecordingFile
{
    /// <summary>The first property of the document.</summary>
    public const string Schema = "tpdoctor-recording/1";

    /// <summary>How the schema of every version begins.</summary>
    internal const string SchemaFamily = "tpdoctor-recording/";

    /// <summary>Bytes of the document, inflated: a thousand times fewer can inflate to any number.</summary>
    internal const int LargestDocument = 32 << 20;

    /// <summary>Whether a file that begins with these bytes may be one.</summary>
    public static bool MayBe(ReadOnlySpan<byte> beginning) => beginning is [0x1F, 0x8B, ..];

    /// <summary>
    /// Writes the recording; what is more than a file may hold is left out, oldest stacks first, and said.
    /// </summary>
    public static void Write(Stream stream, Recording recording, string toolVersion)
    {
        using GZipStream compressed = new(stream, CompressionLevel.Optimal, leaveOpen: true);
        RecordingWriter.Write(compressed, Plausible.Of(recording), toolVersion);
    }

    /// <summary>
    /// Reads a recording. Throws InvalidDataException, whose message is a clause, for whatever is none, is cut short,
    /// or holds more than any look collects.
    /// </summary>
    public static Recording Read(Stream stream)
    {
        using GZipStream inflated = new(stream, CompressionMode.Decompress, leaveOpen: true);
        return RecordingReader.Read(Inflate(inflated));
    }

    private static ReadOnlyMemory<byte> Inflate(GZipStream stream)
    {
        using MemoryStream document = new();
        byte[] buffer = new byte[1 << 16];
        for (int read; (read = Next(stream, buffer)) > 0;)
        {
            if (document.Length + read > LargestDocument) throw new InvalidDataException("it is larger than any recording");
            document.Write(buffer, 0, read);
        }
        return document.GetBuffer().AsMemory(0, (int)document.Length);
    }

    private static int Next(GZipStream stream, byte[] buffer)
    {
        try
        {
            return stream.Read(buffer);
        }
        catch (Exception broken) when (broken is InvalidDataException or EndOfStreamException)
        {
            throw new InvalidDataException("it is damaged, or ends too early", broken);
        }
    }
}
