namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// A query of a database is awaited by Entity Framework's twins; one that may run over objects in memory is not: there
/// they compile, and throw.
/// </summary>
public sealed class QueryFixTests
{
    private const string Library = """
        namespace Microsoft.EntityFrameworkCore;

        public static class EntityFrameworkQueryableExtensions
        {
            public static Task<List<T>> ToListAsync<T>(this IQueryable<T> source, CancellationToken cancellationToken = default) => Task.FromResult(source.ToList());

            public static Task<int> CountAsync<T>(this IQueryable<T> source, CancellationToken cancellationToken = default) => Task.FromResult(source.Count());
        }
        """;

    [Theory]
    [InlineData("a list", "return [|new List<string>().AsQueryable().Where(s => s != \"\").ToList()|];")]
    [InlineData("a variable", "var all = new[] { \"a\" }.AsQueryable(); return [|all.ToList()|];")]
    [InlineData("one way of two", "var all = users; if (users is null) all = new[] { \"a\" }.AsQueryable(); all = all.Where(s => s != \"\"); return [|all.OrderBy(s => s).ToList()|];")]
    [InlineData("a method", "return [|All().ToList()|]; static IQueryable<string> All() => new[] { \"a\" }.AsQueryable();")]
    [InlineData("a property", "return [|Some.ToList()|];")]
    public Task What_may_be_in_memory_is_left_alone(string what, string body)
    {
        what.ShouldNotBeEmpty();
        return Fix.IsRefused("TPD003", $$"""
            using Microsoft.EntityFrameworkCore;

            class C
            {
                IQueryable<string> Some => new[] { "a" }.AsQueryable();

                async Task<List<string>> M(IQueryable<string> users)
                {
                    await users.CountAsync();
                    {{body}}
                }
            }

            {{Nested}}
            """);
    }

    [Fact]
    public Task A_using_is_added_where_the_file_keeps_its_own() => Fix.Becomes("TPD003", ["""
        // Of the shop.
        namespace Shop.Orders
        {
            // What is read.
            using System.Linq;

            class C
            {
                async Task<List<string>> M(IQueryable<string> users)
                {
                    await Task.Yield();
                    return [|users.ToList()|];
                }
            }
        }
        """, Library], ["""
        // Of the shop.
        namespace Shop.Orders
        {
            // What is read.
            using System.Linq;
            using Microsoft.EntityFrameworkCore;

            class C
            {
                async Task<List<string>> M(IQueryable<string> users)
                {
                    await Task.Yield();
                    return await users.ToListAsync();
                }
            }
        }
        """, Library]);

    [Fact]
    public Task A_using_is_not_added_where_its_name_would_mean_another() => Fix.Becomes("TPD003", ["""
        namespace Shop.Microsoft.Orders
        {
            using System.Linq;

            class C
            {
                async Task<List<string>> M(IQueryable<string> users)
                {
                    await Task.Yield();
                    return [|users.ToList()|];
                }
            }
        }
        """, Library], ["""
        using Microsoft.EntityFrameworkCore;

        namespace Shop.Microsoft.Orders
        {
            using System.Linq;

            class C
            {
                async Task<List<string>> M(IQueryable<string> users)
                {
                    await Task.Yield();
                    return await users.ToListAsync();
                }
            }
        }
        """, Library]);

    [Fact]
    public Task A_query_of_a_query_is_awaited() => Fix.Becomes("TPD003", ["""
        using Microsoft.EntityFrameworkCore;

        class C
        {
            async Task<List<string>> M(IQueryable<string> users)
            {
                await users.CountAsync();
                var all = users.AsQueryable();
                all = all.Where(s => s != "");
                return [|all.ToList()|];
            }
        }
        """, Library], ["""
        using Microsoft.EntityFrameworkCore;

        class C
        {
            async Task<List<string>> M(IQueryable<string> users)
            {
                await users.CountAsync();
                var all = users.AsQueryable();
                all = all.Where(s => s != "");
                return await all.ToListAsync();
            }
        }
        """, Library]);

    [Fact]
    public Task A_query_that_may_be_of_another_database_is_left_alone() => Fix.IsRefused("TPD003", $$"""
        class C
        {
            async Task<List<string>> M(IQueryable<string> users)
            {
                await Task.Yield();
                return [|users.ToList()|];
            }
        }

        namespace MongoDB.Driver
        {
            public interface IMongoDatabase;
        }

        {{Nested}}
        """);

    // In one file: the name of the namespace with braces.
    private static string Nested => Library.Replace("EntityFrameworkCore;", "EntityFrameworkCore\n{") + "\n}";
}
