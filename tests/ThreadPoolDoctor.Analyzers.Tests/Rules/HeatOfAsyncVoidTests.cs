using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// TPD007 says that an exception ends the process. It is a suggestion where the process ends anyhow, and where all that
/// is waited for is tried.
/// </summary>
public sealed class HeatOfAsyncVoidTests
{
    private const string Tried = "caught where it waits";

    [Theory]
    [InlineData("async _ => { await Task.Delay(1000); Console.WriteLine(5); Environment.Exit(1); }")]
    [InlineData("async _ => { await Task.Delay(1000); if (_isSaid) { Step(); } else { Step(); } Environment.FailFast(\"late\"); }")]
    [InlineData("Watch", "async void Watch(object? state) { await Task.Delay(1000); Environment.Exit(1); }")]
    [InlineData("async _ => { await Task.Delay(1000); Console.WriteLine(5); System.Environment.Exit(_code); }")]
    public Task What_ends_the_process_itself_is_a_suggestion(string work, string more = "") => Told(work, more, "end of the process");

    [Theory]
    [InlineData("async _ => { await Task.Delay(1000); if (_isSaid) Environment.Exit(1); }")]
    [InlineData("async _ => { await Task.Delay(1000); if (_isSaid) return; Environment.Exit(1); }")]
    [InlineData("async _ => { await Task.Delay(1000); Action end = () => Environment.Exit(1); }")]
    [InlineData("async _ => { await Task.Delay(1000); Exit(1); }", "void Exit(int code) { }")]
    [InlineData("async _ => { Environment.ExitCode = 5; await Task.Delay(1000); }")]
    public Task What_may_go_on_is_a_warning(string work, string more = "") => Told(work, more, null);

    [Theory]
    [InlineData("async _ => { Step(); try { await Other(); } catch { } }")]
    [InlineData("async _ => { List<int> all = Find(); try { await Other(); all.Add(5); } catch (Exception e) { Console.WriteLine(e); } finally { _isSaid = true; } }")]
    [InlineData("async _ => { foreach (int each in Find()) Step(); try { await Other(); } catch (Exception e) { _end.SetException(e); } }")]
    [InlineData("async _ => { Step(); while (!_isSaid) { try { await Other(); } catch { } } }")]
    [InlineData("async _ => { if (Find().Count > 5) return; try { await Other(); } catch { } }")]
    [InlineData("Watch", "async void Watch(object? state) { Step(); try { await Other(); _end.SetResult(5); } catch (Exception e) { _end.SetException(e); } }")]
    public Task What_can_only_throw_before_it_waits_is_a_suggestion(string work, string more = "") => Told(work, more, Tried);

    [Theory]
    [InlineData("async _ => { await Other(); try { await Other(); } catch { } }")]
    [InlineData("async _ => { try { await Other(); } catch { } Step(); }")]
    [InlineData("async _ => { Step(); try { await Other(); } catch (IOException) { } }")]
    [InlineData("async _ => { Step(); try { await Other(); } finally { _isSaid = true; } }")]
    [InlineData("async _ => { if (_isSaid) throw new IOException(); try { await Other(); } catch { } }")]
    [InlineData("async _ => { Step(); try { await Other(); } catch { throw; } }")]
    [InlineData("async _ => { Step(); try { Step(); } catch { } await Other(); }")]
    [InlineData("async _ => { await foreach (int each in Each()) Step(); try { await Other(); } catch { } }")]
    [InlineData("async _ => { await using IAsyncDisposable kept = Kept(); try { await Other(); } catch { } }")]
    public Task What_waits_beside_its_try_is_a_warning(string work, string more = "") => Told(work, more, null);

    private static async Task Told(string work, string more, string? place)
    {
        Diagnostic found = (await Examine.Run([$$"""
            class C
            {
                bool _isSaid;
                readonly int _code;
                readonly TaskCompletionSource<int> _end = new();
                void Start() => ThreadPool.QueueUserWorkItem({{work}});
                static void Step() => throw new IOException();
                static List<int> Find() => throw new IOException();
                static Task Other() => throw new IOException();
                static IAsyncEnumerable<int> Each() => throw new IOException();
                static IAsyncDisposable Kept() => throw new IOException();
                {{more}}
            }
            """], new())).Diagnostics.ShouldHaveSingleItem();
        found.Id.ShouldBe("TPD007");
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }
}
