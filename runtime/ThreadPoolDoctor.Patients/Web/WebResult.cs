using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>A web app whose handler asks an async method for its Result.</summary>
internal static class WebResult
{
    public static void Run(Session session) => WebServer.RunSick(session, app => app.MapGet("/", () => Load(7)));

    // Real ones are too long to be inlined.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string Load(int id)
    {
        string order = FetchAsync(id).Result; // blamed TPD001
        return order.Trim();
    }

    private static async Task<string> FetchAsync(int id)
    {
        await Task.Delay(500);
        return $"order {id} ";
    }
}
