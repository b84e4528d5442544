namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>
/// Operations of WCF and CoreWCF, web methods and handlers of System.Web run on pool threads, one for each that calls;
/// what a proxy does, or who is called back, does not.
/// </summary>
public sealed class OldServiceTests
{
    private const string Library = """
        namespace Shop.Own { public sealed class OperationContractAttribute : Attribute; }
        namespace System.ServiceModel
        {
            [AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class)] public sealed class ServiceContractAttribute : Attribute;
            public sealed class OperationContractAttribute : Attribute;
            public sealed class CallbackBehaviorAttribute : Attribute;
            public abstract class ClientBase<T> where T : class { protected T Channel => throw new NotSupportedException(); }
        }
        namespace CoreWCF
        {
            public sealed class ServiceContractAttribute : Attribute;
            public sealed class OperationContractAttribute : Attribute;
        }
        namespace System.Web
        {
            public sealed class HttpContext;
            public interface IHttpHandler { bool IsReusable { get; } void ProcessRequest(HttpContext context); }
        }
        namespace System.Web.Services { public sealed class WebMethodAttribute : Attribute; }
        """;

    private const string Contract = "using System.ServiceModel;\n[ServiceContract] public interface IOrders { [OperationContract] string Load(int id); [OperationContract] void Save(string text); string Count(); }\n";

    [Theory]
    [InlineData(Contract + "public class Orders : IOrders { public string Load(int id) => \"\"; public void Save(string text) { } public string Count() { Thread.Sleep(5); return \"\"; } public void Other() => Thread.Sleep(5); }")]
    [InlineData(Contract + "public class OrdersClient : ClientBase<IOrders>, IOrders { public string Load(int id) { Thread.Sleep(5); return Channel.Load(id); } public void Save(string text) { Thread.Sleep(5); Channel.Save(text); } public string Count() => \"\"; }")]
    [InlineData("using System.ServiceModel;\npublic interface IOrders { [OperationContract] void Save(string text); }\npublic class Orders : IOrders { public void Save(string text) => Thread.Sleep(5); }")]
    [InlineData("using System.ServiceModel;\n[ServiceContract] public interface IOrders { [Shop.Own.OperationContract] void Save(string text); }\npublic class Orders : IOrders { public void Save(string text) => Thread.Sleep(5); }")]
    [InlineData("using System.ServiceModel;\n[ServiceContract] public interface ITold { [OperationContract] void Tell(string text); }\n[CallbackBehavior] public class Told : ITold { public void Tell(string text) => Thread.Sleep(5); }")]
    [InlineData("using System.Web;\npublic class Page { public void ProcessRequest(HttpContext context) => Thread.Sleep(5); }")]
    public Task What_no_server_runs_is_none(string source) => Examine.Silent(source, Library);

    [Theory]
    [InlineData(Contract + "public class Orders : IOrders { public string Load(int id) { [|Thread.Sleep(5)|]; return \"\"; } public void Save(string text) => Nap(); static void Nap() => [|Thread.Sleep(5)|]; public string Count() => \"\"; }")]
    [InlineData(Contract + "class Orders : IOrders { string IOrders.Load(int id) { [|Thread.Sleep(5)|]; return \"\"; } void IOrders.Save(string text) => [|Thread.Sleep(5)|]; string IOrders.Count() => \"\"; }")]
    [InlineData(Contract + "[ServiceContract] public interface IMore : IOrders { [OperationContract] void Close(); }\npublic class Orders : IMore { public string Load(int id) => \"\"; public void Save(string text) => [|Thread.Sleep(5)|]; public string Count() => \"\"; public void Close() => [|Thread.Sleep(6)|]; }")]
    [InlineData(Contract + "public abstract class Base : IOrders { public abstract string Load(int id); public virtual void Save(string text) => [|Thread.Sleep(5)|]; public string Count() => \"\"; }\npublic class Orders : Base { public override string Load(int id) { [|Thread.Sleep(6)|]; return \"\"; } public override void Save(string text) => [|Thread.Sleep(7)|]; }")]
    [InlineData("using System.ServiceModel;\n[ServiceContract] public class Orders { [OperationContract] public void Save(string text) => [|Thread.Sleep(5)|]; public void Other() => Thread.Sleep(6); }")]
    [InlineData("using CoreWCF;\n[ServiceContract] public interface IOrders { [OperationContract] void Save(string text); }\npublic class Orders : IOrders { public void Save(string text) => [|Thread.Sleep(5)|]; }")]
    [InlineData("using System.Web.Services;\npublic class Orders { [WebMethod] public string Load(int id) { [|Thread.Sleep(5)|]; return \"\"; } public string Other(int id) { Thread.Sleep(5); return \"\"; } }")]
    [InlineData("using System.Web;\npublic class Image : IHttpHandler { public bool IsReusable => true; public void ProcessRequest(HttpContext context) => [|Thread.Sleep(5)|]; }")]
    public Task What_a_server_runs_for_each_that_calls_is_one(string source) => Examine.Check("TPD002", [source, Library], new() { Config = new() { ["build_property.ThreadPoolDoctorIsBuild"] = "true" } });
}
