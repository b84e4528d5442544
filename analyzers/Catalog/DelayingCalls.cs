namespace ThreadPoolDoctor.Catalog;

/// <summary>What gives a task that ends when some time has gone by: who waits for it sleeps.</summary>
internal static class DelayingCalls
{
    public static bool Hold(string type, string member) => type == "System.Threading.Tasks.Task" && member == "Delay";
}
