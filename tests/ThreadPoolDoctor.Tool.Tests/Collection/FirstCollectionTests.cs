using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>
/// A session of meters that is ended while they are collected for the first time locks up a program that has used no
/// Task: of 75 such programs 7 never ended. The session is this process's own, which shows when it was ended.
/// </summary>
public sealed class FirstCollectionTests
{
    [Fact]
    public async Task A_session_without_meters_is_ended_at_once()
    {
        using LiveSession session = await OpenAsync(WatchProviders.CountersOnly, static _ => { });

        new FirstCollection(WatchProviders.CountersOnly).Over.IsCompleted.ShouldBeTrue();
        (await session.StopAsync(CancellationToken.None)).ShouldBeTrue();
    }

    [Fact]
    public async Task A_session_of_meters_is_ended_after_their_first_collection_has_begun()
    {
        bool begun = false;
        using LiveSession session = await OpenAsync(
            WatchProviders.Watch("10.0.0", TimeSpan.FromSeconds(1)),
            source => source.Dynamic.All += one => begun |= one.ProviderName == FirstCollection.Provider && one.EventName == "Collection/Start");

        bool complete = await session.StopAsync(CancellationToken.None);

        complete.ShouldBeTrue();
        begun.ShouldBeTrue("It was ended before.");
    }

    [Fact]
    public async Task Meters_that_say_nothing_are_not_waited_for_for_ever()
    {
        FirstCollection collection = new([WatchProviders.Requests(TimeSpan.FromSeconds(1))]);

        collection.Over.IsCompleted.ShouldBeFalse();
        await collection.Over;
    }

    private static Task<LiveSession> OpenAsync(
        IReadOnlyList<EventPipeProvider> providers, Action<Microsoft.Diagnostics.Tracing.EventPipeEventSource> listen) =>
        LiveSession.OpenAsync(new DiagnosticsClient(Environment.ProcessId), new("test", providers), listen, CancellationToken.None);
}
