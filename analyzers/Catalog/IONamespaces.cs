using System;
using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Where the overrides of the catalogue's I/O rows live. A row speaks of Stream.Read; on a live stack stands the
/// override, as in SslStream.Read, which the analyzer finds through the type's bases and the doctor by its namespace.
/// </summary>
internal static class IONamespaces
{
    /// <summary>Beginnings of full type names.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "System.IO.", "System.Net.", "System.Data.", "System.Xml.", "System.Console", "System.Diagnostics.Process",
        "Microsoft.Data.", "Microsoft.Win32.SafeHandles.", "Microsoft.AspNetCore.Server.Kestrel.", "Npgsql.", "MySql",
        "Oracle.", "MongoDB.", "StackExchange.Redis.", "Microsoft.EntityFrameworkCore.",
    ];

    // Of this machine: files, what is read and written through streams, and the console.
    private static readonly string[] s_near = ["System.IO.", "System.Xml.", "System.Text.", "System.Security.",
        "System.Console"];

    // Types that are about files and nothing else.
    private static readonly string[] s_files = ["System.IO.File", "System.IO.RandomAccess", "System.IO.Compression.ZipFile",
        "System.Formats.Tar.", "System.IO.Abstractions."];

    /// <summary>Whether a type of this full name is about files of this machine.</summary>
    public static bool AreFiles(string type) => StartsWithAny(type, s_files);

    /// <summary>Whether a type of this full name does I/O.</summary>
    public static bool Hold(string type) => StartsWithAny(type, All);

    /// <summary>
    /// Whether what a type of this full name waits for is near: not another process, a database or the network.
    /// </summary>
    public static bool AreNear(string type) => StartsWithAny(type, s_near);

    private static bool StartsWithAny(string type, IReadOnlyList<string> prefixes)
    {
        foreach (string prefix in prefixes)
        {
            if (type.StartsWith(prefix, StringComparison.Ordinal)) return true;
        }
        return false;
    }
}
