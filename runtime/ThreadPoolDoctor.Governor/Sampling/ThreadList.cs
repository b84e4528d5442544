using System.Globalization;
using System.IO.Enumeration;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>The threads of this process, as Linux lists them.</summary>
internal static class ThreadList
{
    /// <summary>Puts their numbers into <paramref name="threads"/>.</summary>
    /// <remarks>
    /// The first time is when items begin to wait, and they wait for whatever has to be compiled then. The enumeration of a
    /// reference type is in the framework's compiled code, that of numbers is not: so each number is taken in the filter,
    /// which lets nothing through.
    /// </remarks>
    public static void Read(List<int> threads)
    {
        threads.Clear();
        FileSystemEnumerable<string> folders = new("/proc/self/task", static (ref FileSystemEntry _) => "")
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) =>
            {
                threads.Add(int.Parse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture));
                return false;
            },
        };
        using IEnumerator<string> each = folders.GetEnumerator();
        each.MoveNext();
    }
}
