using System;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What a condition may come to, as far as that is decided by what is handed over.</summary>
[Flags]
internal enum Truth
{
    /// <summary>Something else decides.</summary>
    Unknown = 0,

    True = 1,

    False = 2,

    /// <summary>Whoever calls decides.</summary>
    Either = True | False,
}

/// <summary>Conditions put together.</summary>
internal static class Truths
{
    public static bool MayBe(this Truth said, Truth wanted) => (said & wanted) != 0;

    public static Truth Opposite(this Truth said) =>
        (said.MayBe(Truth.True) ? Truth.False : 0) | (said.MayBe(Truth.False) ? Truth.True : 0);

    /// <summary>One that is false is enough; both have to be true.</summary>
    public static Truth And(this Truth one, Truth other) => ((one | other) & Truth.False) | (one & other & Truth.True);
}
