namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>TPD007: work that goes round and round, rests, and tries the rest, lets no exception out.</summary>
public sealed class CatchingTests
{
    [Theory]
    [InlineData("await Task.Delay(100);")]
    [InlineData("await Task.Delay(_pause).ConfigureAwait(false);")]
    [InlineData("if (_isStopped) break; if (!_isOpen) continue;")]
    [InlineData("if (_isStopped) { _log?.LogDebug($\"{MethodBase.GetCurrentMethod()!.Name}\"); break; } await Task.Delay(5);")]
    public Task Who_rests_beside_a_try_throws_nothing(string rest) => Examine.Silent(Program("Run", rest));

    [Theory]
    [InlineData("await Task.Delay(100, _token);")]
    [InlineData("await Task.Delay(Next());")]
    [InlineData("await Task.WhenAll(_all);")]
    [InlineData("await _all[0];")]
    [InlineData("if (_isStopped) throw new IOException(); await Task.Delay(5);")]
    [InlineData("await Other.Delay(5);")]
    public Task Who_may_throw_there_is_told(string rest) => Examine.Reports("TPD007", Program("[|Run|]", rest));

    private static string Program(string work, string rest) => $$"""
        using System.Reflection;
        class Logger { public void LogDebug(string said) => Console.WriteLine(said); }
        static class Other { public static Task Delay(int time) => throw new IOException(); }
        class C
        {
            volatile bool _isStopped, _isOpen;
            readonly Logger? _log = new();
            readonly TimeSpan _pause = TimeSpan.FromSeconds(5);
            readonly CancellationToken _token;
            readonly Task[] _all = [];
            static int Next() => throw new IOException();
            void Start() => Task.Factory.StartNew({{work}});
            async void Run()
            {
                while (true)
                {
                    {{rest}}
                    try { await Task.Yield(); }
                    catch (IOException) { }
                    catch { }
                }
            }
        }
        """;
}
