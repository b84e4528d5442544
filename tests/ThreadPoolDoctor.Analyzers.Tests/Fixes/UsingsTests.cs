using Microsoft.CodeAnalysis.CSharp;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>A new using stands where a reader of the file looks for it.</summary>
public sealed class UsingsTests
{
    [Theory]
    [InlineData("using System;|using static System.Math;", "using System;|using System.Threading.Tasks;|using static System.Math;")]
    [InlineData("using static System.Math;", "using System.Threading.Tasks;|using static System.Math;")]
    [InlineData("using System;|using Acme;", "using System;|using System.Threading.Tasks;|using Acme;")]
    [InlineData("using System;|using static System.Math;|using System.Text;|using System.Xml;", "using System;|using static System.Math;|using System.Text;|using System.Threading.Tasks;|using System.Xml;")]
    public void It_is_in_order_and_static_ones_are_passed_over(string before, string after) =>
        Usings.Add(SyntaxFactory.ParseCompilationUnit(Lines(before)), "System.Threading.Tasks").ToFullString().ShouldBe(Lines(after));

    private static string Lines(string text) => text.Replace('|', '\n') + "\n";
}
