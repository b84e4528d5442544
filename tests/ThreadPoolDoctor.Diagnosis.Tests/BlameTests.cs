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

    [Fact]
    public void The_programs_own_code_is_blamed_even_without_sources() =>
        Blamed(s_receive, Package("Npgsql.NpgsqlCommand", "ExecuteReader"), User("Load") with { File = null, Line = null })
            .Method.ShouldBe("Shop.Orders.Load(int)");

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
    public void A_spin_lock_that_sleeps_is_a_lock_and_not_a_sleep()
    {
        Cause cause = Blamed(
            Bcl("System.Threading.Thread", "Sleep"), Bcl("System.Threading.SpinWait", "SpinOnceCore"),
            Bcl("System.Threading.SpinLock", "ContinueTryEnter"), User("Count"));
        cause.Id.ShouldBe("TPD004");
        cause.Remedy.ShouldStartWith("Hold the lock for less");
    }
}
