using ThreadPoolDoctor.Diagnosis.Frames;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests;

/// <summary>Whose frame of a stack is blamed.</summary>
public class BlameTests
{
    private static readonly Frame s_receive = Bcl("System.Net.Sockets.Socket", "Receive");

    private static Frame Package(string type, string method) =>
        new("Npgsql", type, method, "void  (int32)") { IsPackage = true, File = "/_/src/" + type + ".cs", Line = 99 };

    private static Cause Blamed(params Frame[] leafFirst) =>
        new Case().Workers(3, On(leafFirst)).Queue(2, 90, 91, 92).Diagnose().Findings[0].Causes[0];

    [Fact]
    public void A_package_with_sources_is_not_blamed_for_what_it_was_asked_to_do()
    {
        Cause cause = Blamed(s_receive, Package("Npgsql.NpgsqlConnector", "Fill"), Package("Npgsql.NpgsqlCommand", "ExecuteReader"), User("Load", 41));
        cause.Method.ShouldBe("Shop.Orders.Load(int)");
        cause.Line.ShouldBe(41);
        cause.Leaf.ShouldBe("Npgsql.NpgsqlCommand.ExecuteReader(int)");
    }

    [Theory]
    [InlineData("System.Threading.Tasks.Task", "InternalWaitCore")]
    [InlineData("System.Threading.Thread", "Sleep")]
    [InlineData("System.Threading.Monitor", "Enter_Slowpath")]
    [InlineData("System.Net.Sockets.Socket", "Receive")]
    public void What_blocks_inside_of_a_package_is_not_the_programs_to_await(string type, string member)
    {
        Cause cause = Blamed(Bcl(type, member), Package("Courier.Wire", "Flush"), Package("Courier.Client", "Send"), User("Load", 41));
        (cause.Method, cause.Line).ShouldBe(("Shop.Orders.Load(int)", 41));
        cause.Remedy.ShouldStartWith("Courier.Client.Send(int) blocks inside: await its asynchronous twin");
    }

    [Fact]
    public void What_the_program_does_in_a_callback_of_a_package_is_its_own_to_await() =>
        Blamed(Bcl("System.Threading.Thread", "Sleep"), User("Convert"), Package("Courier.Client", "Each"), User("Load"))
            .Remedy.ShouldStartWith("await Task.Delay");

    [Theory]
    [InlineData("System.Threading.Tasks.Task`1", "get_Result", "System.Threading.Tasks.Task<T>.Result")]
    [InlineData("System.Runtime.CompilerServices.TaskAwaiter", "HandleNonSuccessAndDebuggerNotification", "System.Runtime.CompilerServices.TaskAwaiter.GetResult")]
    [InlineData("System.Threading.Tasks.Task", "InternalWaitCore", "System.Threading.Tasks.Task.Wait")]
    [InlineData("System.Threading.Tasks.Task", "WaitAllCore", "System.Threading.Tasks.Task.WaitAllCore")]
    public void The_call_bears_the_name_that_people_write_where_it_has_one(string type, string member, string leaf) =>
        Blamed(Bcl(type, member), User("Load")).Leaf.ShouldBe(leaf);

    [Fact]
    public void The_programs_own_code_is_blamed_even_without_sources() =>
        Blamed(s_receive, Package("Npgsql.NpgsqlCommand", "ExecuteReader"), User("Load") with { File = null, Line = null })
            .Method.ShouldBe("Shop.Orders.Load(int)");

    [Fact]
    public void A_wait_that_was_compiled_into_a_library_is_told_by_the_librarys_own_code()
    {
        Frame library = new("Vendor", "Vendor.Client", "Fetch") { CalledHere = "System.Threading.WaitHandle.WaitOne" };
        Cause cause = Blamed(library, User("Load", 41));
        (cause.Id, cause.Method, cause.Leaf, cause.Line).ShouldBe(("TPD004", "Shop.Orders.Load(int)", "System.Threading.WaitHandle.WaitOne", 41));
    }

    [Fact]
    public void A_package_that_nobody_of_the_program_called_is_blamed_itself() =>
        Blamed(s_receive, Package("Npgsql.NpgsqlConnector", "KeepAlive")).Method.ShouldBe("Npgsql.NpgsqlConnector.KeepAlive(int)");

    [Fact]
    public void Nothing_is_told_to_be_awaited_where_no_code_of_the_program_is()
    {
        Cause cause = Blamed(
            Bcl("System.IO.RandomAccess", "ReadAtOffset"),
            Bcl("Microsoft.Win32.SafeHandles.SafeFileHandle+ThreadPoolValueTaskSource", "ExecuteInternal"));
        cause.Method.ShouldStartWith("Microsoft.Win32.SafeHandles.SafeFileHandle");
        cause.Remedy.ShouldStartWith("None of your code stands on this stack");
    }

    [Fact]
    public void A_call_that_the_program_queued_as_it_is_gets_its_own_remedy()
    {
        Cause cause = Blamed(Bcl("System.ConsolePal", "ReadLine"), Bcl("System.Console", "ReadLine"), Bcl("System.Threading.Tasks.Task`1", "InnerInvoke"));
        cause.Leaf.ShouldBe("System.Console.ReadLine");
        cause.Remedy.ShouldStartWith("Your code queued this call as it is");
        cause.Remedy.ShouldContain("dedicated thread");
    }

    [Fact]
    public void A_call_that_only_shares_its_name_with_another_gets_no_twin_of_that_one()
    {
        Blamed(Bcl("System.IO.File", "OpenRead"), User("Load")).Remedy.ShouldStartWith("await the asynchronous overload");
        Blamed(Bcl("System.Console", "WriteLine"), User("Load")).Remedy.ShouldStartWith("await the asynchronous overload");
        Blamed(Bcl("System.Net.Security.SslStream", "Read"), User("Load")).Remedy.ShouldStartWith("await ReadAsync(...) instead");
    }

    [Fact]
    public void What_runs_every_item_is_blamed_for_none()
    {
        Cause cause = Blamed(
            Bcl("System.Threading.Thread", "Sleep"), Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch"),
            Bcl("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"));
        cause.Method.ShouldBe("a work item whose method was inlined");
        cause.Id.ShouldBe("TPD002");
    }

    [Fact]
    public void A_method_whose_name_has_not_come_is_not_said_to_be_inlined()
    {
        Cause cause = Blamed(
            Bcl("System.Threading.Thread", "Sleep"), Bcl("System.Threading.QueueUserWorkItemCallback", "Execute") with { IsBelowUnnamed = true },
            Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch"));
        cause.Method.ShouldBe("a method whose name has not come");
        cause.Id.ShouldBe("TPD002");
    }

    [Fact]
    public void A_lock_inside_of_the_call_is_not_the_programs_to_hold_for_less()
    {
        Cause cause = Blamed(
            Bcl("System.Threading.Monitor", "Enter_Slowpath"), Bcl("System.IO.TextWriter+SyncTextWriter", "WriteLine"),
            Bcl("System.Console", "WriteLine"), User("Log"));
        cause.Id.ShouldBe("TPD003");
        cause.Remedy.ShouldNotContain("lock");
    }

    [Theory]
    [InlineData("System.Threading.ReaderWriterLockSlim", "EnterWriteLock", "Hold the lock for less")]
    [InlineData("System.Threading.ReaderWriterLockSlim", "EnterUpgradeableReadLock", "Hold the lock for less")]
    [InlineData("System.Threading.ReaderWriterLock", "AcquireReaderLock", "Hold the lock for less")]
    [InlineData("System.Threading.Monitor", "Enter_Slowpath", "Hold the lock for less")]
    [InlineData("System.Threading.Barrier", "SignalAndWait", "Await a WaitAsync")]
    public void Who_waits_for_those_that_are_inside_is_told_to_be_inside_for_less(string type, string member, string remedy) =>
        Blamed(Bcl(type, member), User("Load")).Remedy.ShouldStartWith(remedy);

    [Fact]
    public void Who_waits_for_a_static_constructor_is_told_of_it()
    {
        Cause cause = Blamed(Bcl("System.Runtime.CompilerServices.StaticsHelpers", "GetGCStaticBaseSlow"), User("Convert"));
        cause.Id.ShouldBe("TPD004");
        cause.Remedy.ShouldStartWith("Another thread runs the static constructor");
    }

    [Fact]
    public void Who_runs_the_static_constructor_is_blamed_for_what_it_does_there() =>
        Blamed(
            Bcl("System.Threading.Thread", "Sleep"), User(".cctor", 30),
            Bcl("System.Runtime.CompilerServices.InitHelpers", "InitClassSlow"), User("Convert"))
            .Id.ShouldBe("TPD002");

    [Fact]
    public void Where_the_driver_has_no_asynchronous_calls_none_is_recommended()
    {
        Frame sleep = Bcl("System.Threading.Thread", "Sleep");
        Frame sqlite = new("Microsoft.Data.Sqlite", "Microsoft.Data.Sqlite.SqliteCommand", "ExecuteNonQuery") { IsPackage = true };
        Frame entities = new("Microsoft.EntityFrameworkCore", "Microsoft.EntityFrameworkCore.DbContext", "SaveChanges") { IsPackage = true };
        Blamed(sleep, sqlite, User("Save")).Remedy.ShouldStartWith("SQLite has no asynchronous I/O");
        Blamed(sleep, sqlite, entities, User("Save")).Remedy.ShouldStartWith("SQLite has no asynchronous I/O");
        Blamed(s_receive, entities, User("Save")).Remedy.ShouldStartWith("await SaveChangesAsync(...)");
    }

    [Fact]
    public void A_query_in_parallel_is_what_was_called_not_the_task_it_waits_for()
    {
        Cause cause = Blamed(
            Bcl("System.Threading.Tasks.Task", "SpinThenBlockingWait"), Bcl("System.Linq.Parallel.QueryTaskGroupState", "QueryEnd"),
            Bcl("System.Linq.ParallelEnumerable", "Sum"), User("Total"));
        cause.Leaf.ShouldBe("System.Linq.ParallelEnumerable.Sum");
        cause.Remedy.ShouldBe("await Parallel.ForEachAsync instead.");
    }

    [Fact]
    public void The_remedy_is_that_of_the_call_the_program_wrote_not_of_what_is_left_of_it() =>
        Blamed(
            Bcl("System.Threading.Tasks.Task", "WaitAllCore"),
            User("Load") with { CalledHere = "System.Threading.Tasks.Task.WaitAll", CallsNearby = "Shop.Orders.Next System.Threading.Tasks.Task.WaitAll" })
            .Remedy.ShouldBe("await Task.WhenAll instead.");

    public class The_only_call_at_the_place
    {
        private const string Connect = "System.IO.Pipes.NamedPipeClientStream.Connect";

        private static readonly Frame[] s_spinning =
            [Bcl("System.Threading.SpinWait", "SpinOnce"), Bcl("System.IO.Pipes.NamedPipeClientStream", "ConnectInternal")];

        [Fact]
        public void Is_the_one_to_replace_though_only_its_inside_is_on_the_stack()
        {
            Cause cause = Blamed([.. s_spinning, User("Ask") with { CalledHere = Connect, CallsNearby = Connect }]);
            (cause.Id, cause.Leaf).ShouldBe(("TPD003", Connect));
            cause.Remedy.ShouldStartWith("await ConnectAsync(...)");
        }

        [Fact]
        public void Is_not_believed_where_several_stand_there_or_the_place_is_only_near()
        {
            Blamed([.. s_spinning, User("Ask") with { CalledHere = Connect, CallsNearby = Connect + " Shop.Orders.Next" }]).Id.ShouldBe("TPD004");
            Blamed([.. s_spinning, User("Ask") with { CalledHere = Connect, CallsNearby = Connect, Approximate = true }]).Id.ShouldBe("TPD004");
        }
    }

    [Fact]
    public void A_spin_lock_that_sleeps_is_a_lock_and_not_a_sleep()
    {
        Cause cause = Blamed(
            Bcl("System.Threading.Thread", "Sleep"), Bcl("System.Threading.SpinWait", "SpinOnceCore"),
            Bcl("System.Threading.SpinLock", "ContinueTryEnter"), User("Count"));
        cause.Id.ShouldBe("TPD004");
        cause.Remedy.ShouldStartWith("Hold the lock for less");
    }
}
