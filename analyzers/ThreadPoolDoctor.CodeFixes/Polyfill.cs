namespace System.Runtime.CompilerServices;

/// <summary>Lets records compile for netstandard2.0.</summary>
internal static class IsExternalInit;
