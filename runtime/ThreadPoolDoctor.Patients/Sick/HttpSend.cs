namespace ThreadPoolDoctor.Patients;

/// <summary>Work items that call a slow web service with the synchronous HttpClient.Send.</summary>
internal static class HttpSend
{
    public static void Run(Session session)
    {
        SlowServer server = SlowServer.Start(session, delayMilliseconds: 400);
        HttpClient client = new();
        session.Every(5, () => Task.Run(() => Fetch(client, server.Url)));
        session.ReadyWhenStarving();
    }

    private static int Fetch(HttpClient client, string url)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, url);
        using HttpResponseMessage response = client.Send(request); // blamed TPD003
        return (int)response.StatusCode;
    }
}
