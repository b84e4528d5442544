namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>Ways to say that a task has ended before it is asked, and what looks like one of them and is not.</summary>
public sealed class EndedVariantTests
{
    [Theory]
    [InlineData("foreach (var (n, t) in numbers.Zip(tasks)) Use(t.Result);")]
    [InlineData("Use(numbers.Zip(tasks, (n, t) => n + t.Result).Sum());")]
    [InlineData("Use(tasks.Zip(numbers, (t, n) => n + t.Result).Sum());")]
    public Task Pairs_of_tasks_that_have_ended(string ask) => Examine.Silent(Around("await Task.WhenAll(tasks); " + ask));

    [Theory]
    [InlineData("foreach (var (n, t) in numbers.Zip(tasks)) Use([|t.Result|]); await Task.WhenAll(tasks);")]
    [InlineData("await Task.WhenAll(tasks); Use(others.Zip(tasks, (o, t) => [|o.Result|] + t.Result).Sum());")]
    public Task Pairs_of_others(string work) => Examine.Reports("TPD001", Around(work));

    [Theory]
    [InlineData("for (int i = 0; i < array.Length; i++) await array[i]; Use(array[0].Result);")]
    [InlineData("for (int i = 0; i < tasks.Count; ++i) { try { await tasks[i]; } catch { } } foreach (var t in tasks) Use(t.Result);")]
    [InlineData("await Task.WhenAny(tasks); foreach (var t in tasks.Where(t => t.IsCompletedSuccessfully)) Use(t.Result);")]
    [InlineData("var first = await Task.WhenAny(one, Task.Delay(5)); if (first == one) Use((first as Task<int>)!.Result);")]
    [InlineData("Task any = one; await any; Use((any as Task<int>)?.Result ?? 5);")]
    [InlineData("await Task.Run(async () => await one); Use(one.Result);")]
    [InlineData("await Task.Run(() => one); Use(one.Result);")]
    [InlineData("Task<int>? late = null; if (tasks.Count > 2) { late = Get(5); tasks.Add(late); } await Task.WhenAll(tasks); Use(late?.Result ?? 5);")]
    [InlineData("try { await one.WaitAsync(TimeSpan.FromSeconds(5)); } catch (TimeoutException) { return; } Use(one.Result);")]
    public Task Awaited_one_by_one_or_by_another(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("for (int i = 1; i < array.Length; i++) await array[i]; Use([|array[0].Result|]);")]
    [InlineData("for (int i = 0; i < array.Length; i++) { if (i > 5) break; await array[i]; } Use([|array[0].Result|]);")]
    [InlineData("for (int i = 0; i < array.Length; i++) { if (i > 5) continue; await array[i]; } Use([|array[0].Result|]);")]
    [InlineData("await Task.WhenAny(tasks); foreach (var t in tasks.Where(t => !t.IsCompletedSuccessfully)) Use([|t.Result|]);")]
    [InlineData("await Task.Run(() => Task.WhenAny(one, Task.Delay(5))); Use([|one.Result|]);")]
    [InlineData("await Task.Run(() => { _ = one; }); Use([|one.Result|]);")]
    [InlineData("Task any = one; await Task.Yield(); Use([|(any as Task<int>)!.Result|]);")]
    [InlineData("Task<int>? late = null; if (tasks.Count > 2) late = Get(5); await Task.WhenAll(tasks); Use(late?[|.Result|] ?? 5);")]
    [InlineData("try { await one.WaitAsync(TimeSpan.FromSeconds(5)); } catch (TimeoutException) { } Use([|one.Result|]);")]
    [InlineData("try { await one.WaitAsync(TimeSpan.FromSeconds(5)).ConfigureAwait(false); } catch (TimeoutException) { } Use([|one.Result|]);")]
    public Task What_is_not_waited_for(string work) => Examine.Reports("TPD001", Around(work));

    /// <summary>Who runs the steps of an iterator goes on when the task that it was given has ended.</summary>
    [Theory]
    [InlineData("System.Collections.IEnumerator", "yield return one; yield return Task.Run(() => Use(one.Result));")]
    [InlineData("IEnumerable<Task>", "yield return Task.WhenAll(one, Get(5)); yield return Task.Run(() => Use(one.Result));")]
    public Task What_an_iterator_has_given_away(string type, string work) => Examine.Silent(Steps(type, work));

    [Theory]
    [InlineData("System.Collections.IEnumerator", "yield return Task.Run(() => Use([|one.Result|])); yield return one;")]
    [InlineData("IEnumerable<Task>", "yield return Get(5); yield return Task.Run(() => Use([|one.Result|]));")]
    [InlineData("IEnumerable<Task>", "if (one.Id > 5) yield return one; yield return Task.Run(() => Use([|one.Result|]));")]
    [InlineData("IEnumerable<Task>", "if (one.Id > 5) { yield return one; yield break; } yield return Task.Run(() => Use([|one.Result|]));")]
    public Task What_it_keeps(string type, string work) => Examine.Reports("TPD001", Steps(type, work));

    private static string Steps(string type, string work) => $$"""
        class C
        {
            static Task<int> Get(int n) => Task.Run(() => n);
            static void Use(int n) { }
            {{type}} Steps() { var one = Get(1); {{work}} }
        }
        """;

    private static string Around(string work) => $$"""
        class C
        {
            static Task<int> Get(int n) => Task.Run(() => n);
            static void Use(int n) { }
            async Task M(int[] numbers)
            {
                await Task.Yield();
                var tasks = numbers.Select(n => Get(n)).ToList();
                var others = numbers.Select(n => Get(n)).ToList();
                var array = new Task<int>[3];
                for (int n = 0; n < array.Length; n++) array[n] = Get(n);
                var one = Get(1);
                {{work}}
            }
        }
        """;
}
