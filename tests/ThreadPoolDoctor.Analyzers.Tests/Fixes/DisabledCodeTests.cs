namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>What is not compiled here may be compiled elsewhere, and must build there as before.</summary>
public sealed class DisabledCodeTests
{
    [Fact]
    public async Task A_method_that_another_platform_writes_differently_keeps_its_name() => (await Fix.WhyNot("TPD002", """
        interface IScripts { void Write(); }
        class C : IScripts
        {
            public void Write() => [|Thread.Sleep(5)|];
            async Task All(IScripts scripts) { await Task.Yield(); scripts.Write(); }
        }
        #if OS_OSX
        class Mac : IScripts { public void Write() { } }
        #endif
        """)).ShouldBe("'Write' stands in code that is disabled here and compiled for another platform or framework");

    [Fact]
    public async Task A_name_in_a_disabled_comment_is_none() => (await Fix.Results("TPD002", ["""
        class C
        {
            void Write() => [|Thread.Sleep(5)|];
            async Task All() { await Task.Yield(); Write(); }
        }
        #if OS_OSX
        // Write
        #endif
        """], new()))[0].ShouldContain("async Task WriteAsync()");

    [Fact]
    public async Task A_function_that_would_await_on_one_platform_alone_stays_as_it_is() => (await Fix.WhyNot("TPD002", """
        class C
        {
            void Write()
            {
        #if !OS_OSX
                [|Thread.Sleep(5)|];
        #endif
            }
            async Task All() { await Task.Yield(); Write(); }
        }
        """)).ShouldBe("it is compiled under a condition, and the function would have no await elsewhere");

    [Fact]
    public async Task A_loop_that_looks_ahead_is_not_half_cured()
    {
        (await Fix.WhyNot("TPD003", Loop("!reader.EndOfStream"))).ShouldBe("the loop asks the reader whether it is at its end, and waits there: read until null instead");
        (await Fix.WhyNot("TPD003", Loop("reader.Peek() >= 0"))).ShouldStartWith("the loop asks the reader");
        (await Fix.Results("TPD003", [Loop("other.Length < 5")], new()))[0].ShouldContain("await reader.ReadLineAsync()");

        static string Loop(string condition) => $$"""
            class C
            {
                async Task M(StreamReader reader, List<string?> all, string other)
                {
                    await Task.Yield();
                    while ({{condition}}) all.Add([|reader.ReadLine()|]);
                }
            }
            """;
    }
}
