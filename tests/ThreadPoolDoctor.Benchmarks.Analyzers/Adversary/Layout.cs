using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// Generated text as a person would have laid it out, so that a fix has lines and indentation to keep.
/// </summary>
internal static class Layout
{
    public static string Of(string text) => CSharpSyntaxTree.ParseText(text).GetRoot().NormalizeWhitespace(eol: "\n").ToFullString() + "\n";
}
