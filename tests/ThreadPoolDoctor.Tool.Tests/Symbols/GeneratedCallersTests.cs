using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>Which of the user's methods a web framework can have made code for at run time.</summary>
public class GeneratedCallersTests
{
    private const string Actions = "Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor+SyncObjectResultExecutor";
    private const string Handlers = "Microsoft.AspNetCore.Http.RequestDelegateFactory+<>c__DisplayClass102_0";

    private static readonly UserModule s_module = new(UserModuleTests.ImageOf(LiveStacks.ProgramOf("Release")), new TargetFiles(null));
    private static readonly HashSet<int> s_compiled =
        [.. s_module.Methods().Where(token => s_module.Name(token) is ("Shop.Gates", "Handler" or "Sum") or ("Shop.Code", ".ctor"))];

    [Fact]
    public void A_container_s_lambda_is_no_action_and_an_action_no_handler()
    {
        Callees(Actions).ShouldNotContain(name => name.Contains('<'));
        Callees(Actions).ShouldNotContain("Shop.Code.TryParse");
        Callees(Handlers).ShouldNotContain("Shop.Controller.Meet");
        Callees(Handlers).ShouldNotContain(name => name.Contains("<Sum>"));
    }

    [Fact]
    public void An_action_is_public() => Callees(Actions).ShouldContain("Shop.Controller.Meet");

    [Fact]
    public void A_container_runs_constructors_that_it_has_called_by_reflection_before() =>
        Callees("Microsoft.Extensions.DependencyInjection.ServiceProvider").ShouldBe(["Shop.Code..ctor"]);

    [Fact]
    public void A_handler_is_a_lambda_and_what_makes_its_arguments_may_be_internal()
    {
        Callees(Handlers).ShouldContain(name => name.Contains("<Handler>"));
        Callees(Handlers).ShouldContain("Shop.Code.TryParse");
    }

    [Theory]
    [InlineData("InvokeStub_Controller.Meet", "Shop.Controller.Meet")]
    [InlineData("InvokeStub_Code..ctor", "Shop.Code..ctor")]
    [InlineData("TotalGetter", "Shop.Orders.get_Total")]
    [InlineData("GetTotal", "Shop.Orders.get_Total")]
    [InlineData("lambda_method7")]
    [InlineData("Getter")]
    public void Code_that_bears_the_name_of_what_it_was_made_for_calls_that(string generated, params string[] called) =>
        Named(generated).ShouldBe(called);

    [Fact]
    public void Reflection_s_call_of_a_delegate_s_Invoke_calls_what_such_a_delegate_was_made_of()
    {
        Named("InvokeStub_Action.Invoke").ShouldHaveSingleItem().ShouldContain("<Handler>");
        Named("InvokeStub_Func`2.Invoke").ShouldHaveSingleItem().ShouldContain("<Sum>");
        Named("InvokeStub_EventHandler.Invoke").ShouldBeEmpty();
    }

    private static string[] Named(string generated) =>
        [.. GeneratedCallers.NamedBy(generated, s_module, s_compiled).Select(token => s_module.Name(token)!.Value).Select(name => $"{name.Type}.{name.Member}")];

    [Theory]
    [InlineData("")]
    [InlineData("Contoso.Dispatcher")]
    public void A_caller_that_is_not_known_may_call_any_of_them(string caller)
    {
        Callees(caller, [.. s_compiled, .. Named("Shop.Controller", ".ctor")], []).ShouldContain("Shop.Controller.Meet");
        Callees(caller).ShouldContain("Shop.Controller..ctor");
        Callees(caller).ShouldContain(name => name.Contains("<Handler>"));
        Callees(caller).ShouldContain(name => name.Contains("<Sum>"));
    }

    [Fact]
    public void What_has_code_of_its_own_and_ran_seldom_was_not_swallowed() =>
        Callees("", [.. s_compiled, .. Named("Shop.Controller", ".ctor"), .. Named("Shop.Controller", "Meet")], []).ShouldNotContain("Shop.Controller.Meet");

    [Fact]
    public void What_ran_often_may_have_left_the_stack() =>
        Callees("", [.. s_compiled, .. Named("Shop.Controller", ".ctor"), .. Named("Shop.Controller", "Meet")], Named("Shop.Controller", "Meet")).ShouldContain("Shop.Controller.Meet");

    [Fact]
    public void A_method_of_a_type_that_no_object_was_made_of_is_none() =>
        Callees("").ShouldNotContain("Shop.Orders.Update");

    [Fact]
    public void One_whose_object_was_made_is_one() =>
        Callees("", [.. s_compiled, .. Named("Shop.Orders", ".ctor")], []).ShouldContain("Shop.Orders.Update");

    private static HashSet<int> Named(string type, string member) => [.. s_module.Methods().Where(token => s_module.Name(token) == (type, member))];

    private static string[] Callees(string caller) => Callees(caller, s_compiled, []);

    private static string[] Callees(string caller, HashSet<int> compiled, HashSet<int> hot) =>
    [
        .. GeneratedCallers.Callees(caller, s_module, compiled, hot).Select(token => s_module.Name(token)!.Value).Select(name => $"{name.Type}.{name.Member}"),
    ];
}
