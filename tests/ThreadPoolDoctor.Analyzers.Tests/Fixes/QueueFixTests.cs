namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>QueueUserWorkItem and its kin become tasks.</summary>
public sealed class QueueFixTests
{
    [Fact]
    public Task A_queued_sleep_becomes_an_awaited_delay_in_a_task() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                // once
                ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(500)|]); // and away
            }
        }
        """, """
        class C
        {
            void Start()
            {
                // once
                _ = Task.Run(async () => await Task.Delay(500)); // and away
            }
        }
        """);

    [Fact]
    public Task An_item_that_is_a_delegate_with_state_keeps_its_lines() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                ThreadPool.QueueUserWorkItem(delegate (object? state)
                {
                    [|Thread.Sleep(500)|];
                });
            }
        }
        """, """
        class C
        {
            void Start()
            {
                _ = Task.Run(async delegate
                {
                    await Task.Delay(500);
                });
            }
        }
        """);

    [Fact]
    public async Task What_is_written_in_tabs_stays_in_tabs() => (await Fix.Results("TPD002", ["""
        class C
        {
        	void Start(string name)
        	{
        		Console.WriteLine(name);
        		ThreadPool.QueueUserWorkItem(state =>
        		{
        			[|Thread.Sleep(500)|];
        			Console.WriteLine(state);
        		}, name + 5);
        	}
        }
        """], new()))[0].Split('\n').ShouldAllBe(line => line.TrimEnd() == "" || !line.TrimStart('\t').StartsWith(' '));

    /// <summary>An object that nobody looks at says no more than null.</summary>
    [Theory]
    [InlineData("new object()", "_ = Task.Run(async () => await Task.Delay(5));")]
    [InlineData("null", "_ = Task.Run(async () => await Task.Delay(5));")]
    [InlineData("new string('a', 5)", "object? state = new string('a', 5);")]
    public async Task State_that_says_nothing_goes(string state, string cured) => (await Fix.Results("TPD002", [
        $"class C {{ void Start() {{ ThreadPool.QueueUserWorkItem(m => [|Thread.Sleep(5)|], {state}); }} }}"], new()))[0].ShouldContain(cured);

    [Theory]
    [InlineData("Task.Factory.StartNew(() => [|Thread.Sleep(5)|], token)", "Task.Run(async () => await Task.Delay(5), token)")]
    [InlineData("Task.Factory.StartNew(() => { [|Thread.Sleep(5)|]; return 5; }, token)", "Task.Run(async () => { await Task.Delay(5); return 5; }, token)")]
    [InlineData("Task.Factory.StartNew(() => [|Thread.Sleep(5)|], cancellationToken: token)", "Task.Factory.StartNew(async () => await Task.Delay(5), cancellationToken: token)")]
    public async Task A_started_item_keeps_its_token(string start, string cured) => (await Fix.Results("TPD002", [
        $"class C {{ void Start(CancellationToken token) {{ {start}; }} }}"], new()))[0].ShouldContain(cured);

    [Fact]
    public Task A_block_bodied_item_keeps_its_lines() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    // first
                    Console.WriteLine(1);

                    [|Thread.Sleep(TimeSpan.FromSeconds(1))|]; // wait
                    if (DateTime.Now.Year > 3000) return;
                    Console.WriteLine(2);
                });
            }
        }
        """, """
        class C
        {
            void Start()
            {
                _ = Task.Run(async () =>
                {
                    // first
                    Console.WriteLine(1);

                    await Task.Delay(TimeSpan.FromSeconds(1)); // wait
                    if (DateTime.Now.Year > 3000) return;
                    Console.WriteLine(2);
                });
            }
        }
        """);

    [Fact]
    public Task State_is_still_evaluated_when_the_item_is_queued() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                for (int i = 0; i < 3; i++)
                    ThreadPool.QueueUserWorkItem(state =>
                    {
                        [|Thread.Sleep(5)|];
                        Console.WriteLine(state);
                    }, i);
            }
        }
        """, """
        class C
        {
            void Start()
            {
                for (int i = 0; i < 3; i++)
                    {
                        object? state = i;
                        _ = Task.Run(async () =>
                        {
                            await Task.Delay(5);
                            Console.WriteLine(state);
                        });
                    }
            }
        }
        """);

    [Fact]
    public Task Typed_state_stays_typed() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(List<string> names)
            {
                foreach (string name in names)
                {
                    ThreadPool.QueueUserWorkItem(n => { [|Thread.Sleep(n.Length)|]; }, name, preferLocal: false);
                }
            }
        }
        """, """
        class C
        {
            void Start(List<string> names)
            {
                foreach (string name in names)
                {
                    string n = name;
                    _ = Task.Run(async () => { await Task.Delay(n.Length); });
                }
            }
        }
        """);

    [Fact]
    public Task State_of_an_anonymous_type_stays_what_it_is() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                ThreadPool.QueueUserWorkItem(s => { [|Thread.Sleep(s.Time)|]; }, new { Time = 5 }, preferLocal: false);
            }
        }
        """, """
        class C
        {
            void Start()
            {
                var s = new { Time = 5 };
                _ = Task.Run(async () => { await Task.Delay(s.Time); });
            }
        }
        """);

    [Fact]
    public Task A_method_of_one_line_gets_no_block_within_its_block() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(int i) { ThreadPool.QueueUserWorkItem(s => { [|Thread.Sleep((int)s!)|]; }, i); }
        }
        """, """
        class C
        {
            void Start(int i) {
                object? s = i;
                _ = Task.Run(async () => { await Task.Delay((int)s!); });
            }
        }
        """);

    [Fact]
    public Task The_unsafe_form_still_does_not_flow_the_execution_context() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                ThreadPool.UnsafeQueueUserWorkItem(_ => [|Thread.Sleep(5)|], null);
            }
        }
        """, """
        class C
        {
            void Start()
            {
                using (ExecutionContext.SuppressFlow()) _ = Task.Run(async () => await Task.Delay(5));
            }
        }
        """);

    [Fact]
    public Task The_lines_of_an_unsafe_item_stay_where_they_are() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                ThreadPool.UnsafeQueueUserWorkItem(_ =>
                {
                    [|Thread.Sleep(5)|];
                    Console.WriteLine(2);
                }, null);
            }
        }
        """, """
        class C
        {
            void Start()
            {
                using (ExecutionContext.SuppressFlow()) _ = Task.Run(async () =>
                {
                    await Task.Delay(5);
                    Console.WriteLine(2);
                });
            }
        }
        """);

    [Fact]
    public Task State_that_is_written_again_keeps_a_variable_of_its_own() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(int last)
            {
                DateTime deadline = DateTime.Now;
                ThreadPool.QueueUserWorkItem(Work, deadline);
                deadline = DateTime.Now;
                ThreadPool.QueueUserWorkItem(Work, last--);
            }

            private static void Work(object? state) => [|Thread.Sleep(5)|];
        }
        """, """
        class C
        {
            void Start(int last)
            {
                DateTime deadline = DateTime.Now;
                {
                    object? state = deadline;
                    _ = Task.Run(() => WorkAsync(state));
                }
                deadline = DateTime.Now;
                {
                    object? state = last--;
                    _ = Task.Run(() => WorkAsync(state));
                }
            }

            private static async Task WorkAsync(object? state) => await Task.Delay(5);
        }
        """);

    [Fact]
    public Task State_that_is_written_once_is_handed_on() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(int last)
            {
                DateTime deadline = DateTime.Now;
                ThreadPool.QueueUserWorkItem(this.Work, deadline);
                ThreadPool.QueueUserWorkItem(this.Work, last);
                ThreadPool.QueueUserWorkItem(this.Work, this);
            }

            private void Work(object? state) => [|Thread.Sleep(5)|];
        }
        """, """
        class C
        {
            void Start(int last)
            {
                DateTime deadline = DateTime.Now;
                _ = Task.Run(() => this.WorkAsync(deadline));
                _ = Task.Run(() => this.WorkAsync(last));
                _ = Task.Run(() => this.WorkAsync(this));
            }

            private async Task WorkAsync(object? state) => await Task.Delay(5);
        }
        """);

    [Fact]
    public Task A_type_that_the_file_gives_its_short_name_is_written_by_it() => Fix.Becomes("TPD002", """
        using Threads;
        using Task = System.Threading.Tasks.Task;
        class C
        {
            void Start() => ThreadPool.QueueUserWorkItem(Work);

            private static void Work(object? state) => [|Thread.Sleep(5)|];
        }
        namespace Threads { public interface Task; }
        """, """
        using Threads;
        using Task = System.Threading.Tasks.Task;
        class C
        {
            void Start() => _ = Task.Run(() => WorkAsync(null));

            private static async Task WorkAsync(object? state) => await Task.Delay(5);
        }
        namespace Threads { public interface Task; }
        """);

    [Fact]
    public Task A_method_by_name_becomes_a_call_of_the_async_method() => Fix.Becomes("TPD002", """
        class C
        {
            void Start() => ThreadPool.QueueUserWorkItem(Work);

            private static void Work(object? state) => [|Thread.Sleep(5)|];
        }
        """, """
        class C
        {
            void Start() => _ = Task.Run(() => WorkAsync(null));

            private static async Task WorkAsync(object? state) => await Task.Delay(5);
        }
        """);

    [Fact]
    public Task A_method_by_name_gets_its_state() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(int number)
            {
                ThreadPool.QueueUserWorkItem(Work, number);
            }

            void Work(object? state)
            {
                [|Thread.Sleep(5)|];
                Console.WriteLine(state);
            }
        }
        """, """
        class C
        {
            void Start(int number)
            {
                _ = Task.Run(() => WorkAsync(number));
            }

            async Task WorkAsync(object? state)
            {
                await Task.Delay(5);
                Console.WriteLine(state);
            }
        }
        """);

    [Fact]
    public Task A_static_lambda_that_needs_its_state_captures_it() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(string name)
            {
                ThreadPool.QueueUserWorkItem(static s => { [|Thread.Sleep(1)|]; Console.WriteLine(s); }, name);
            }
        }
        """, """
        class C
        {
            void Start(string name)
            {
                object? s = name;
                _ = Task.Run(async () => { await Task.Delay(1); Console.WriteLine(s); });
            }
        }
        """);

    [Fact]
    public Task A_used_result_is_left_alone() => Fix.IsRefused("TPD002", """
        class C
        {
            bool Start()
            {
                bool queued = ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(500)|]);
                return queued;
            }
        }
        """);

    /// <summary>
    /// A parameter that is called <c>_</c> is no discard: an expression body has no room for a variable.
    /// </summary>
    [Theory]
    [InlineData("void Outer() => Start(_ => ThreadPool.QueueUserWorkItem(x => [|Thread.Sleep(5)|]));")]
    [InlineData("void Outer(object _) => ThreadPool.QueueUserWorkItem(x => [|Thread.Sleep(5)|]);")]
    public Task No_task_is_dropped_where_nothing_can_be_discarded(string member) => Fix.IsRefused("TPD002", $$"""
        class C
        {
            void Start(Action<int> run) => run(5);

            {{member}}
        }
        """);

    [Fact]
    public Task A_variable_keeps_the_task_where_nothing_can_be_discarded() => Fix.Becomes("TPD002", """
        class C
        {
            void Start(Action<int> run) => run(5);

            void Outer() => Start(_ => { ThreadPool.QueueUserWorkItem(x => [|Thread.Sleep(5)|]); });

            void Several(object[] all, int queued)
            {
                foreach (object _ in all)
                {
                    ThreadPool.QueueUserWorkItem(x => [|Thread.Sleep(5)|]);
                    if (queued > 5)
                        ThreadPool.QueueUserWorkItem(x => [|Thread.Sleep(6)|]);
                    ThreadPool.UnsafeQueueUserWorkItem(x => [|Thread.Sleep(7)|], null);
                }
            }

            async Task Outermost(object _)
            {
                await Task.Yield();
                ThreadPool.QueueUserWorkItem(state => { [|Thread.Sleep((int)state!)|]; }, 5);
            }
        }
        """, """
        class C
        {
            void Start(Action<int> run) => run(5);

            void Outer() => Start(_ => { Task queued = Task.Run(async () => await Task.Delay(5)); });

            void Several(object[] all, int queued)
            {
                foreach (object _ in all)
                {
                    Task queued2 = Task.Run(async () => await Task.Delay(5));
                    if (queued > 5)
                        {
                            Task queued3 = Task.Run(async () => await Task.Delay(6));
                        }
                    using (ExecutionContext.SuppressFlow()) { Task queued4 = Task.Run(async () => await Task.Delay(7)); }
                }
            }

            async Task Outermost(object _)
            {
                await Task.Yield();
                {
                    object? state = 5;
                    Task queued = Task.Run(async () => { await Task.Delay((int)state!); });
                }
            }
        }
        """);

    /// <summary>The state of an item that nobody looks at takes a task as well.</summary>
    [Fact]
    public Task A_task_may_be_assigned_to_a_state_that_nobody_looks_at() => Fix.Becomes("TPD002", """
        class C
        {
            void Start() => new Timer(_ => { ThreadPool.QueueUserWorkItem(x => [|Thread.Sleep(5)|]); });
        }
        """, """
        class C
        {
            void Start() => new Timer(_ => { _ = Task.Run(async () => await Task.Delay(5)); });
        }
        """);

    [Fact]
    public Task Items_queued_by_items_are_fixed_together() => Fix.Becomes("TPD002", """
        class C
        {
            void Start()
            {
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    [|Thread.Sleep(1)|];
                    ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(2)|]);
                });
            }
        }
        """, """
        class C
        {
            void Start()
            {
                _ = Task.Run(async () =>
                {
                    await Task.Delay(1);
                    _ = Task.Run(async () => await Task.Delay(2));
                });
            }
        }
        """);

    [Fact]
    public Task A_timer_callback_is_left_alone() => Fix.IsRefused("TPD002", """
        class C
        {
            Timer timer = new(_ => [|Thread.Sleep(5)|], null, 0, 100);
            Timer Other() => new Timer(_ => [|Thread.Sleep(5)|], null, 0, 100);
        }
        """);

    /// <summary>As it was written before C# 2.0.</summary>
    [Theory]
    [InlineData("ThreadPool.QueueUserWorkItem(new WaitCallback(Work))", "_ = Task.Run(() => WorkAsync(null));")]
    [InlineData("ThreadPool.QueueUserWorkItem(new WaitCallback(this.Work), 5)", "_ = Task.Run(() => this.WorkAsync(5));")]
    [InlineData("ThreadPool.QueueUserWorkItem(new(Work))", "_ = Task.Run(() => WorkAsync(null));")]
    [InlineData("ThreadPool.QueueUserWorkItem(new WaitCallback(_ => Work(null)))", "_ = Task.Run(async () => await WorkAsync(null));")]
    [InlineData("Task.Run(new Action(Nap))", "Task.Run(NapAsync);")]
    public async Task A_delegate_that_is_written_out_goes(string call, string cured) =>
        (await Fix.Results("TPD002", [WrittenOut(call)], new()))[0].ShouldContain($" {{ {cured} }}");

    [Theory]
    [InlineData("Action work = new Action(Nap); work()")]
    [InlineData("new Thread(new ThreadStart(Nap)).Start()")]
    [InlineData("_ = new Timer(new TimerCallback(Work))")]
    [InlineData("Task.Factory.StartNew(new Action(Nap))")]
    public Task One_that_nobody_can_wait_for_keeps_what_it_runs(string call) => Fix.IsRefused("TPD002", WrittenOut(call));

    private static string WrittenOut(string call) => $$"""
        class C
        {
            void Start() { {{call}}; }
            private void Nap() => Work(null);
            private void Work(object? state) => [|Thread.Sleep(5)|];
        }
        """;
}
