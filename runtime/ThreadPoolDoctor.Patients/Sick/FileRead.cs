using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>Work items that read a slow file: a named pipe into which a byte comes every 100 ms.</summary>
internal static class FileRead
{
    public static void Run(Session session)
    {
        string pipe = Path.Combine(Path.GetTempPath(), $"tpd-patient-{Environment.ProcessId}.fifo");
        if (MakeFifo(pipe, Convert.ToUInt32("600", 8)) != 0) throw new IOException($"mkfifo {pipe} failed.");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(pipe);

        FileStream writer = new(pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        session.Every(100, () => writer.WriteByte(1));
        session.Every(20, () => ThreadPool.QueueUserWorkItem(_ => ReadOne(pipe)));
        session.ReadyWhenStarving();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadOne(string path)
    {
        using FileStream file = File.OpenRead(path);
        return file.Read(new byte[1]); // blamed TPD003
    }

    [DllImport("libc", EntryPoint = "mkfifo")]
    private static extern int MakeFifo([MarshalAs(UnmanagedType.LPUTF8Str)] string path, uint mode);
}
