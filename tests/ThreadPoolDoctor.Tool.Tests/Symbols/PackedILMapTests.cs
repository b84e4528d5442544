using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

public class PackedILMapTests
{
    [Theory]
    [InlineData(new int[0], new int[0])]
    [InlineData(new[] { 0, 5, 30, 200 }, new[] { -2, 0, 7, -3 })]
    [InlineData(new[] { 9, 3, int.MaxValue, int.MinValue, 0 }, new[] { int.MinValue, int.MaxValue, -1, 1_000_000, 0 })]
    public void Says_the_same_as_the_map_that_was_packed(int[] native, int[] il)
    {
        ILMap expected = new(native, il), packed = PackedILMap.Of(native, il).Unpack();

        foreach (int offset in (int[])[-1, 0, 4, 5, 6, 29, 30, 199, 200, 5_000, int.MaxValue]) packed.Find(offset).ShouldBe(expected.Find(offset));
    }
}
