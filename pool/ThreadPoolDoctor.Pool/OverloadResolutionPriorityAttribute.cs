#if !NET9_0_OR_GREATER
namespace System.Runtime.CompilerServices;

/// <summary>Known to the compiler by its name; .NET 8 lacks it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class OverloadResolutionPriorityAttribute(int priority) : Attribute
{
    public int Priority { get; } = priority;
}
#endif
