namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string File = "System.IO.File";

    // What opens, asks or deletes is left out: it is short, and nothing asynchronous does it.
    private static BlockingCall[] Files() =>
    [
        IO(File, "ReadAllText", "File.ReadAllTextAsync"),
        IO(File, "ReadAllLines", "File.ReadAllLinesAsync"),
        IO(File, "ReadAllBytes", "File.ReadAllBytesAsync"),
        IO(File, "ReadLines", "File.ReadLinesAsync"),
        IO(File, "WriteAllText", "File.WriteAllTextAsync"),
        IO(File, "WriteAllLines", "File.WriteAllLinesAsync"),
        IO(File, "WriteAllBytes", "File.WriteAllBytesAsync"),
        IO(File, "AppendAllText", "File.AppendAllTextAsync"),
        IO(File, "AppendAllLines", "File.AppendAllLinesAsync"),
        IO(File, "AppendAllBytes", "File.AppendAllBytesAsync"),
        IO(File, "Copy", "Stream.CopyToAsync"),
        IO("System.IO.FileInfo", "CopyTo", "Stream.CopyToAsync"),
        IO("System.IO.RandomAccess", "Read", "RandomAccess.ReadAsync"),
        IO("System.IO.RandomAccess", "Write", "RandomAccess.WriteAsync"),
        IO("System.IO.RandomAccess", "FlushToDisk"),

        IO("System.IO.Compression.ZipFile", "CreateFromDirectory", "ZipFile.CreateFromDirectoryAsync"),
        IO("System.IO.Compression.ZipFile", "ExtractToDirectory", "ZipFile.ExtractToDirectoryAsync"),
        IO("System.IO.Compression.ZipFileExtensions", "ExtractToDirectory", "ExtractToDirectoryAsync"),
        IO("System.IO.Compression.ZipFileExtensions", "ExtractToFile", "ExtractToFileAsync"),
        IO("System.IO.Compression.ZipFileExtensions", "CreateEntryFromFile", "CreateEntryFromFileAsync"),
        IO("System.Formats.Tar.TarFile", "CreateFromDirectory", "TarFile.CreateFromDirectoryAsync"),
        IO("System.Formats.Tar.TarFile", "ExtractToDirectory", "TarFile.ExtractToDirectoryAsync"),
        IO("System.Formats.Tar.TarReader", "GetNextEntry", "GetNextEntryAsync"),
        IO("System.Formats.Tar.TarWriter", "WriteEntry", "WriteEntryAsync"),
        IO("System.Formats.Tar.TarEntry", "ExtractToFile", "ExtractToFileAsync"),
    ];
}
