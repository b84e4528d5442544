namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>Tests of what becomes async follow it: what they assert, and what their stand-ins are told.</summary>
public sealed class TestCallersTests
{
    // As much of the libraries as the tests need, in the names that they have.
    private const string Libraries = """
        #nullable disable
        namespace Xunit
        {
            using System;
            using System.Threading.Tasks;
            public class FactAttribute : Attribute { }
            public static class Assert
            {
                public static T Throws<T>(Action code) where T : Exception => null;
                public static T Throws<T>(Func<object> code) where T : Exception => null;
                public static Task<T> ThrowsAsync<T>(Func<Task> code) where T : Exception => null;
            }
        }
        namespace Microsoft.VisualStudio.TestTools.UnitTesting
        {
            using System;
            using System.Threading.Tasks;
            public static class Assert
            {
                public static T Throws<T>(Action code) where T : Exception => null;
                public static Task<T> ThrowsAsync<T>(Func<Task> code) where T : Exception => null;
            }
        }
        namespace NUnit.Framework
        {
            using System;
            using System.Threading.Tasks;
            public delegate void TestDelegate();
            public delegate Task AsyncTestDelegate();
            public static class Assert
            {
                public static T Throws<T>(TestDelegate code) where T : Exception => null;
                public static T ThrowsAsync<T>(AsyncTestDelegate code) where T : Exception => null;
            }
        }
        namespace Moq
        {
            using System;
            using System.Linq.Expressions;
            using System.Threading.Tasks;
            public class Mock<T>
            {
                public Setup<T, object> Setup(Expression<Action<T>> call) => null;
                public Setup<T, R> Setup<R>(Expression<Func<T, R>> call) => null;
                public void Verify(Expression<Action<T>> call) { }
                public void Verify<R>(Expression<Func<T, R>> call) { }
            }
            public class Setup<T, R>
            {
                public Setup<T, R> Callback(Action action) => this;
                public Setup<T, R> Returns(R value) => this;
            }
            public static class ReturnsExtensions
            {
                public static Setup<T, Task<R>> ReturnsAsync<T, R>(this Setup<T, Task<R>> setup, R value) => setup;
            }
        }
        namespace NSubstitute
        {
            using System;
            using System.Threading.Tasks;
            public static class SubstituteExtensions
            {
                public static void Returns<T>(this T value, T result) { }
                public static void Returns<T>(this Task<T> value, T result) { }
                public static T Received<T>(this T substitute) => substitute;
                public static string When<T>(this T substitute, Action<T> call) => "";
                public static string When<T>(this T substitute, Func<T, Task> call) => "";
            }
        }
        """;

    private const string Store = """
        internal interface IStore { int Load(int id); void Save(); }

        internal class Files : IStore
        {
            public int Load(int id) => [|File.ReadAllText("a")|].Length;

            public void Save() => [|File.WriteAllText("a", "")|];
        }
        """;

    private const string AsyncStore = """
        internal interface IStore { Task<int> LoadAsync(int id); Task SaveAsync(); }

        internal class Files : IStore
        {
            public async Task<int> LoadAsync(int id) => (await File.ReadAllTextAsync("a")).Length;

            public async Task SaveAsync() => await File.WriteAllTextAsync("a", "");
        }
        """;

    [Fact]
    public Task Assertions_of_exceptions_await() => Becomes("""
        class Tests
        {
            [Xunit.Fact]
            public void Missing()
            {
                IStore store = new Files();
                var thrown = Xunit.Assert.Throws<IOException>(() => store.Load(5));
                Xunit.Assert.Throws<IOException>(() => store.Save());
                Microsoft.VisualStudio.TestTools.UnitTesting.Assert.Throws<IOException>(() => store.Save());
                NUnit.Framework.Assert.Throws<IOException>(() => store.Load(7));
                Console.WriteLine(thrown);
            }
        }
        """, """
        class Tests
        {
            [Xunit.Fact]
            public async Task Missing()
            {
                IStore store = new Files();
                var thrown = await Xunit.Assert.ThrowsAsync<IOException>(async () => await store.LoadAsync(5));
                await Xunit.Assert.ThrowsAsync<IOException>(async () => await store.SaveAsync());
                await Microsoft.VisualStudio.TestTools.UnitTesting.Assert.ThrowsAsync<IOException>(async () => await store.SaveAsync());
                NUnit.Framework.Assert.ThrowsAsync<IOException>(async () => await store.LoadAsync(7));
                Console.WriteLine(thrown);
            }
        }
        """);

    [Fact]
    public Task Stand_ins_return_tasks() => Becomes("""
        using Moq;
        using NSubstitute;

        class Tests
        {
            void Mocked(Mock<IStore> mock)
            {
                mock.Setup(s => s.Load(5)).Callback(() => { }).Returns(6);
                mock.Setup(s => s.Save());
                mock.Verify(s => s.Save());
            }

            [Xunit.Fact]
            public void Substituted(IStore store)
            {
                store.Load(5).Returns(6);
                store.When(s => s.Save());
                store.Received().Save();
            }
        }
        """, """
        using Moq;
        using NSubstitute;

        class Tests
        {
            void Mocked(Mock<IStore> mock)
            {
                mock.Setup(s => s.LoadAsync(5)).Callback(() => { }).ReturnsAsync(6);
                mock.Setup(s => s.SaveAsync());
                mock.Verify(s => s.SaveAsync());
            }

            [Xunit.Fact]
            public async Task Substituted(IStore store)
            {
                store.LoadAsync(5).Returns(6);
                store.When(s => s.SaveAsync());
                await store.Received().SaveAsync();
            }
        }
        """);

    private static Task Becomes(string tests, string expected) => Fix.Becomes("TPD003", [Store, tests, Libraries], [AsyncStore, expected, Libraries]);
}
