using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

public class StackTableTests
{
    [Fact]
    public void Equal_stacks_have_one_id()
    {
        var table = new StackTable();
        table.IdOf([1, 2, 3]).ShouldBe(0);
        table.IdOf([1, 2]).ShouldBe(1);
        table.IdOf([1, 2, 3]).ShouldBe(0);
        table[0].ToArray().ShouldBe([1ul, 2ul, 3ul]);
    }

    [Fact]
    public void Many_stacks_keep_their_ids()
    {
        var table = new StackTable();
        for (ulong i = 0; i < 10_000; i++)
        {
            table.IdOf([i, i * 31, 7]).ShouldBe((int)i);
        }
        for (ulong i = 0; i < 10_000; i++)
        {
            table.IdOf([i, i * 31, 7]).ShouldBe((int)i);
        }
        table.Count.ShouldBe(10_000);
    }
}
