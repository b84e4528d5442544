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

    private const string Caught = "try { await Task.Yield(); } ";

    [Theory]
    [InlineData(Caught + "catch (ThreadAbortException) { throw; } catch (Exception e) { GameLog.Error(e.Message); }")]
    [InlineData(Caught + "catch (ThreadAbortException) { throw; } catch (ThreadInterruptedException) { throw; } catch (Exception) { } finally { _asked++; }")]
    [InlineData(Caught + "catch (StackOverflowException) { throw; } catch { }")]
    [InlineData(Caught + "catch (OutOfMemoryException) { throw; } catch { }")]
    [InlineData("if (_asked > 5) { GameLog.Error(\"no hash\"); return; } " + Caught + "catch (Exception e) { GameLog.Error(e.Message); }")]
    [InlineData("if (Kept.Hash == \"unknown\") { GameLog.Error(\"no hash\"); return; } " + Caught + "catch { }")]
    [InlineData("AppLogger.WriteLine(\"begun\"); " + Caught + "catch { AppLogger.WriteLine(\"failed\"); }")]
    [InlineData("MyLogging.Info(\"begun\"); " + Caught + "catch { }")]
    public Task What_no_program_goes_on_from_may_be_thrown_again(string work) => Examine.Silent(Once("Run", work));

    [Theory]
    [InlineData(Caught + "catch (OperationCanceledException) { throw; } catch (Exception) { }")]
    [InlineData(Caught + "catch (IOException) { throw; } catch { }")]
    [InlineData(Caught + "catch (ThreadAbortException) { throw; } catch (IOException) { }")]
    [InlineData(Caught + "catch (ThreadAbortException) { throw new IOException(); } catch { }")]
    [InlineData(Caught + "catch (ThreadAbortException e) { if (_asked > 5) throw new IOException(\"a\", e); } catch { }")]
    [InlineData("Catalog.Error(\"a\"); " + Caught + "catch { }")]
    [InlineData("Dialog.Write(\"a\"); " + Caught + "catch { }")]
    [InlineData("GameLog.Delete(\"a\"); " + Caught + "catch { }")]
    public Task What_else_is_thrown_again_ends_the_process(string work) => Examine.Reports("TPD007", Once("[|Run|]", work));

    private static string Once(string work, string body) => $$"""
        static class GameLog
        {
            static readonly Dictionary<int, StringWriter> s_all = new();
            public static void Error(string said) => s_all[5].WriteLine(said);
            public static void Delete(string said) => s_all[5].WriteLine(said);
        }
        static class AppLogger { static readonly List<string> s_all = new(); public static void WriteLine(string said) => s_all[0] += said; }
        static class MyLogging { static readonly List<string> s_all = new(); public static void Info(string said) => s_all[0] += said; }
        static class Catalog { static readonly List<string> s_all = new(); public static void Error(string said) => s_all[0] += said; }
        static class Dialog { static readonly List<string> s_all = new(); public static void Write(string said) => s_all[0] += said; }
        static class Kept { public static string Hash { get; set; } = "a"; }
        class C
        {
            int _asked;
            void Start() => Task.Run({{work}});
            async void Run() { {{body}} }
        }
        """;
}
