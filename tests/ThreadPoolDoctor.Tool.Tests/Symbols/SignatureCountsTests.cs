using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>
/// Signatures that claim more than they hold. A file broken at random met one: half a billion parameters.
/// </summary>
public unsafe class SignatureCountsTests
{
    private const byte Object = 0x1C, Generic = 0x15, Class = 0x12, Function = 0x1B, Array = 0x14;

    // Compressed into four bytes: 0x1FFFFFFF.
    private static readonly byte[] s_many = [0xDF, 0xFF, 0xFF, 0xFF];

    [Fact]
    public void What_compilers_write_is_true()
    {
        UserModule module = new(UserModuleTests.ImageOf(typeof(SignatureCountsTests).Assembly.Location), new TargetFiles(null));
        module.Methods().Select(token => module.Written(token, withParameters: true)!.Parameters).ShouldAllBe(parameters => parameters != null);
    }

    [Fact]
    public void More_parameters_than_bytes_are_not() => AreTrue([0, .. s_many, Object, Object]).ShouldBeFalse();

    [Fact]
    public void Nor_are_more_type_arguments() => AreTrue([0, 0, Generic, Class, 4, .. s_many, Object]).ShouldBeFalse();

    [Fact]
    public void Nor_are_more_parameters_of_a_function_pointer() => AreTrue([0, 0, Function, 0, .. s_many, Object]).ShouldBeFalse();

    [Fact]
    public void Nor_are_more_sizes_of_an_array() => AreTrue([0, 0, Array, Object, 2, .. s_many, 1]).ShouldBeFalse();

    [Fact]
    public void An_array_with_its_sizes_is() => AreTrue([0, 1, Object, Array, Object, 2, 1, 3, 1, 0]).ShouldBeTrue();

    private static bool AreTrue(byte[] signature)
    {
        fixed (byte* bytes = signature) return SignatureCounts.AreTrue(new BlobReader(bytes, signature.Length));
    }
}
