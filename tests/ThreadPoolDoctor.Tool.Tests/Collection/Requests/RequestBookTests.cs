using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Requests;

namespace ThreadPoolDoctor.Tool.Tests.Collection.Requests;

/// <summary>What the meters of ASP.NET Core tell, added up: when it comes to nothing, then what it comes to.</summary>
public class RequestBookTests
{
    private const string Active = "http.server.active_requests";
    private const string Duration = "http.server.request.duration";
    private const string Get = "http.request.method=GET,http.response.status_code=200,http.route=/orders/{id},url.scheme=http";

    private readonly RequestBook _book = new();

    [Fact]
    public void Without_requests_there_is_nothing_to_tell()
    {
        _book.SetLevel(Active, "http.request.method=GET", 0);
        _book.AddEnded(Duration, Get, 0, 0, "");
        _book.Facts(2).ShouldBeNull();
    }

    [Fact]
    public void Other_instruments_are_passed_over()
    {
        _book.SetLevel("kestrel.active_connections", "", 7);
        _book.AddEnded("http.client.request.duration", Get, 3, 3, "0.5=1");
        _book.Facts(2).ShouldBeNull();
    }

    [Fact]
    public void The_newest_level_counts_and_those_of_all_tags_are_added_up()
    {
        _book.SetLevel(Active, "http.request.method=GET", 9);
        _book.SetLevel(Active, "http.request.method=GET", 4);
        _book.SetLevel(Active, "http.request.method=POST", 2);
        _book.SetLevel("kestrel.queued_connections", "", 3);
        RequestFacts facts = _book.Facts(2).ShouldNotBeNull();
        (facts.UnderWay, facts.QueuedConnections, facts.Ended).ShouldBe((6, 3, 0));
    }

    [Fact]
    public void A_level_below_none_is_none()
    {
        _book.SetLevel(Active, "", -3);
        _book.SetLevel("kestrel.queued_connections", "", 1);
        _book.Facts(2).ShouldNotBeNull().UnderWay.ShouldBe(0);
    }

    [Fact]
    public void Readings_of_a_route_are_added_up_whatever_their_status_and_the_slowest_route_comes_first()
    {
        _book.AddEnded(Duration, Get, 3, 0.3, "0.5=0.1;0.95=0.15;0.99=0.2");
        _book.AddEnded(Duration, Get.Replace("200", "500", StringComparison.Ordinal), 1, 2.1, "0.5=2.1;0.95=2.1;0.99=2.1");
        _book.AddEnded(Duration, "error.type=System.InvalidOperationException,http.request.method=POST", 2, 8, "0.5=4;0.95=4;0.99=4");
        RequestFacts facts = _book.Facts(2).ShouldNotBeNull();
        facts.Routes.ShouldBe([new RouteFacts("POST", "", 2, 2, 4, 4), new RouteFacts("GET", "/orders/{id}", 4, 1, 0.6, 2.1)]);
    }

    [Fact]
    public void A_program_that_makes_up_routes_is_not_followed_for_ever()
    {
        for (int i = 0; i < 1_000; i++) _book.AddEnded(Duration, $"http.route=/{i}", 1, 1, "0.5=1");
        _book.Facts(2).ShouldNotBeNull().Routes.Count.ShouldBe(100);
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("http.route", "")]
    [InlineData("http.request.method=GET", "")]
    [InlineData("http.route=/orders/{id:range(1,5)},url.scheme=http", "/orders/{id:range(1,5)}")]
    [InlineData("a=b,http.route=/a=b,C=d", "/a=b,C=d")]
    public void A_value_may_hold_commas_and_equals_signs(string tags, string route) =>
        RequestTags.Of(tags).GetValueOrDefault("http.route", "").ShouldBe(route);
}
