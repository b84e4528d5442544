namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>A text that a caller writes down decides what a helper does, in whatever letters it is compared.</summary>
public class ConstantTextTests
{
    [Theory]
    [InlineData("if (method.ToLower() == \"get\") return;")]
    [InlineData("if (method.ToUpperInvariant() == \"GET\") return;")]
    [InlineData("if (string.Equals(method, \"get\", StringComparison.OrdinalIgnoreCase)) return;")]
    [InlineData("if (method.Equals(\"get\", StringComparison.InvariantCultureIgnoreCase)) return;")]
    [InlineData("if (method.Equals(\"Get\")) return;")]
    [InlineData("bool isGet = (method.ToLower() == \"get\"); if (isGet || string.IsNullOrEmpty(data)) { return; }")]
    [InlineData("bool isPost = method.ToLower() == \"post\"; bool sends = isPost && data.Length > 0; if (!sends) return;")]
    public Task A_branch_that_it_closes_is_not_come_to(string choice) => Examine.Silent(Around(choice));

    [Theory]
    [InlineData("if (method.ToLower() == \"post\") return;")]
    [InlineData("if (method == \"get\") return;")]
    [InlineData("if (method.Equals(\"get\")) return;")]
    [InlineData("if (string.Equals(method, \"get\", StringComparison.Ordinal)) return;")]
    [InlineData("bool isGet = method.ToLower() == \"get\"; isGet = false; if (isGet) return;")]
    [InlineData("bool isGet = data.ToLower() == \"get\"; if (isGet) return;")]
    [InlineData("bool isGet = method.ToLower() == \"get\"; if (isGet && data.Length > 0) return;")]
    public Task One_that_it_leaves_open_is(string choice) => Examine.Reports("TPD002", Around(choice).Replace("Fetch(\"Get\", name)", "[|Fetch(\"Get\", name)|]"));

    private static string Around(string choice) => $$"""
        class C
        {
            async Task M(string name) { await Task.Yield(); Fetch("Get", name); }
            static void Fetch(string method, string data) => Ask(method, data);
            static void Ask(string method, string data) { {{choice}} Thread.Sleep(5); }
        }
        """;
}
