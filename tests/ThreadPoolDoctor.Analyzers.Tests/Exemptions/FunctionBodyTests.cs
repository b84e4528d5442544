namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// The worker of Azure Functions has a request whole in memory, and sends an answer when the function has ended; with
/// ASP.NET's own server behind it, it reads and writes the wire.
/// </summary>
public sealed class FunctionBodyTests
{
    [Theory]
    [InlineData("answer.Body.Write(new byte[5], 0, 5);")]
    [InlineData("using var to = new StreamWriter(answer.Body); to.Write(\"alive\"); to.Flush();")]
    [InlineData("_ = new StreamReader(request.Body).ReadToEnd();")]
    [InlineData("using (var from = new StreamReader(request.Body, System.Text.Encoding.UTF8)) { var said = from.ReadLine(); }")]
    [InlineData("Put(answer.Body);")]
    public Task What_is_in_memory_is_silent(string work) => Examine.Silent(Worker, Around(work));

    [Theory]
    [InlineData("_ = [|new StreamReader(File.OpenRead(\"a\")).ReadToEnd()|];")]
    [InlineData("[|other.Body.Write(new byte[5], 0, 5)|];")]
    public Task What_else_is_read_there_is_not(string work) => Examine.Reports("TPD003", Worker, Around(work));

    [Theory]
    [InlineData("answer.WriteString(\"alive\");")]
    [InlineData("_ = request.ReadAsString();")]
    public async Task Nor_is_what_is_written_to_it_by_the_library(string work) => (await IteratorTests.FoundBy(Worker + """
        namespace Microsoft.Azure.Functions.Worker.Http
        {
            public static class HttpResponseDataExtensions
            {
                public static void WriteString(this HttpResponseData answer, string value) { }
                public static Task WriteStringAsync(this HttpResponseData answer, string value) => Task.CompletedTask;
                public static string? ReadAsString(this HttpRequestData request) => null;
                public static Task<string?> ReadAsStringAsync(this HttpRequestData request) => Task.FromResult<string?>(null);
            }
        }
        """, Around(work))).ShouldBeEmpty();

    private const string Worker = """
        namespace Microsoft.Azure.Functions.Worker.Http
        {
            public abstract class HttpRequestData { public abstract Stream Body { get; } public abstract HttpResponseData CreateResponse(); }
            public abstract class HttpResponseData { public abstract Stream Body { get; set; } }
        }
        """;

    private static string Around(string work) => $$"""
        using Microsoft.Azure.Functions.Worker.Http;
        class FunctionAttribute(string name) : Attribute { public string Name => name; }
        class Functions
        {
            [Function("Health")]
            public HttpResponseData Health(HttpRequestData request, Microsoft.AspNetCore.Http.HttpResponse other)
            {
                var answer = request.CreateResponse();
                {{work}}
                return answer;
            }
            static void Put(Stream to) => to.WriteByte(5);
        }
        """;
}
