using System.Reflection.Metadata;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Whether the counts in a method's signature can be true, which is asked before it is decoded: the library makes room
/// for as many parameters as two thousand bytes of a hostile file claim, and they may claim half a billion.
/// </summary>
internal static class SignatureCounts
{
    public static bool AreTrue(BlobReader signature) => Method(ref signature);

    private static bool Method(ref BlobReader signature)
    {
        if (signature.ReadSignatureHeader().IsGeneric) signature.ReadCompressedInteger();
        int parameters = signature.ReadCompressedInteger();
        return Type(ref signature) && Types(ref signature, parameters);
    }

    /// <summary>Each takes a byte at least.</summary>
    private static bool Types(ref BlobReader signature, int count)
    {
        if (count > signature.RemainingBytes) return false;
        for (; count > 0; count--)
        {
            if (!Type(ref signature)) return false;
        }
        return true;
    }

    private static bool Type(ref BlobReader signature)
    {
        switch (signature.ReadSignatureTypeCode())
        {
            case SignatureTypeCode.Pointer or SignatureTypeCode.ByReference or SignatureTypeCode.SZArray or SignatureTypeCode.Pinned or SignatureTypeCode.Sentinel:
                return Type(ref signature);
            case SignatureTypeCode.RequiredModifier or SignatureTypeCode.OptionalModifier:
                signature.ReadTypeHandle();
                return Type(ref signature);
            case SignatureTypeCode.TypeHandle:
                signature.ReadTypeHandle();
                return true;
            case SignatureTypeCode.GenericTypeParameter or SignatureTypeCode.GenericMethodParameter:
                signature.ReadCompressedInteger();
                return true;
            case SignatureTypeCode.GenericTypeInstance:
                return Type(ref signature) && Types(ref signature, signature.ReadCompressedInteger());
            case SignatureTypeCode.FunctionPointer:
                return Method(ref signature);
            case SignatureTypeCode.Array:
                bool element = Type(ref signature);
                signature.ReadCompressedInteger(); // its rank
                return element && Numbers(ref signature) && Numbers(ref signature);
            default:
                return true;
        }
    }

    private static bool Numbers(ref BlobReader signature)
    {
        int count = signature.ReadCompressedInteger();
        if (count > signature.RemainingBytes) return false;
        for (; count > 0; count--) signature.ReadCompressedInteger();
        return true;
    }
}
