// What C#'s list patterns ask for, and netstandard2.0 lacks.
namespace System;

internal readonly struct Index
{
    private readonly int _value;

    public Index(int value, bool fromEnd = false) => _value = fromEnd ? ~value : value;

    public static implicit operator Index(int value) => new(value);

    public int GetOffset(int length) => _value < 0 ? length - ~_value : _value;
}
