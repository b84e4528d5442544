using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>
/// A solution in layers, each project with the package and nothing else set up: what blocks in the data layer is
/// reported in the web application and the worker, where a request or an async method calls it through the services and
/// an interface of the contracts.
/// </summary>
public sealed class LayeredSolutionTests(PackedAnalyzer packed) : IClassFixture<PackedAnalyzer>
{
    [Fact]
    public async Task What_blocks_in_the_data_layer_is_reported_where_a_work_item_calls_it()
    {
        Project("Contracts", [], ("IOrders.cs", """
            namespace Shop.Contracts;
            public interface IOrders { string Load(int id); int Count { get; } Task<string> LoadAsync(int id); }
            """));
        Project("Data", ["Contracts"], ("RemoteOrders.cs", """
            using Shop.Contracts;
            namespace Shop.Data;
            public sealed class RemoteOrders : IOrders
            {
                public string Load(int id) => System.Net.Dns.GetHostEntry($"order{id}").HostName;
                public int Count => 5;
                public Task<string> LoadAsync(int id) => Task.FromResult("");
            }
            """));
        Project("Services", ["Contracts", "Data"], ("OrderService.cs", """
            using Shop.Contracts;
            namespace Shop.Services;
            public sealed class OrderService(IOrders orders)
            {
                public string Title(int id) => orders.Load(id);
                public int Count() => orders.Count;
                public static IOrders Default() => new Data.RemoteOrders();
            }
            """));
        // Knows the contracts alone; only the web application knows what implements them.
        string apart = Project("Apart", ["Contracts"], ("Reports.cs", """
            using Shop.Contracts;
            namespace Shop.Apart;
            public sealed class Reports(IOrders orders)
            {
                public string Title(int id) => orders.Load(id);
                public async Task<string> TitleAsync(int id)
                {
                    await Task.Yield();
                    return orders.Load(id); // TPD003
                }
            }
            """));
        string worker = Project("Worker", ["Services"], ("Loop.cs", """
            using Shop.Services;
            namespace Shop.Worker;
            public sealed class Loop(OrderService service)
            {
                public async Task RunAsync()
                {
                    await Task.Delay(1);
                    service.Title(5); // TPD003
                    service.Count();
                }
            }
            """));
        string web = packed.Project("Web", "Microsoft.NET.Sdk.Web", References("Services", "Apart"), ("Program.cs", """
            using Shop.Contracts;
            using Shop.Services;
            var builder = WebApplication.CreateBuilder(args);
            builder.Services.AddSingleton(OrderService.Default());
            builder.Services.AddSingleton<OrderService>();
            var app = builder.Build();
            app.MapGet("/title/{id}", (int id, OrderService service) => service.Title(id)); // TPD003
            app.MapGet("/order/{id}", (int id, IOrders orders) => orders.Load(id));
            app.MapGet("/async/{id}", async (int id, IOrders orders) => await orders.LoadAsync(id));
            app.MapGet("/report/{id}", (int id, Shop.Apart.Reports reports) => reports.Title(id));
            app.MapGet("/count", (OrderService service) => service.Count());
            """));

        string output = await Build(web);
        FreshProjects.AssertAllReported(output, web, apart);
        // One line blocks, and is told once.
        output.ShouldContain("Dns.GetHostEntry (RemoteOrders.cs:5) blocks pool threads of 3 work items, "
            + "as in OrderService.Title -> IOrders.Load -> Dns.GetHostEntry (Program.cs:7)");
        FreshProjects.AssertReported(worker, await Build(worker));

        // A change of the body alone does not change the reference assembly, but what is said of it.
        string data = Path.Combine(packed.Root, "Data", "RemoteOrders.cs");
        await File.WriteAllTextAsync(data, (await File.ReadAllTextAsync(data)).Replace("System.Net.Dns.GetHostEntry($\"order{id}\").HostName", "$\"order{id}\""));
        (await Dotnet.Must(web, "build", "-v", "q", "--tl:off")).ShouldNotContain("TPD003");
    }

    private string Project(string name, string[] references, params (string File, string Text)[] files) =>
        packed.Project(name, "Microsoft.NET.Sdk", References(references), files);

    private static string References(params string[] projects) =>
        "</PropertyGroup><ItemGroup>" + string.Concat(projects.Select(project => $"<ProjectReference Include=\"../{project}/{project}.csproj\" />")) + "</ItemGroup><PropertyGroup>";

    private Task<string> Build(string folder) => Dotnet.Must(folder, "build", "-v", "q", "--tl:off", "--no-incremental");
}
