using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>A web app whose handler takes from a blocking queue that a producer fills ten times a second.</summary>
internal static class WebQueue
{
    private static readonly BlockingCollection<string> s_tickets = [];

    public static void Run(Session session)
    {
        session.Every(100, () => s_tickets.Add("ticket"));
        WebServer.RunSick(session, app => app.MapGet("/", Load));
    }

    // Real ones are too long to be inlined.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string Load()
    {
        string ticket = s_tickets.Take(); // blamed TPD004
        return ticket.ToUpperInvariant();
    }
}
