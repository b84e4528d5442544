namespace ThreadPoolDoctor.Diagnosis.Tests;

/// <summary>Text of the observed process, made fit to be seen.</summary>
public class WordsTests
{
    [Theory]
    [InlineData("Shop.Orders.Load(int)")]
    [InlineData("Größe, 数量, количество, كمية, 👍")]
    [InlineData("Cafe\u0301")] // with a combining accent
    [InlineData("")]
    public void Ordinary_names_stay_as_they_are(string name) => Words.Visible(name).ShouldBe(name);

    [Theory]
    [InlineData("a\u001b[31mb", "a?[31mb")]
    [InlineData("a\nb\tc", "a?b?c")]
    [InlineData("a\u009bb", "a?b")] // the one-character form of escape and bracket
    [InlineData("pay\u202Egnp.exe", "pay?gnp.exe")] // right-to-left override
    [InlineData("\u2066a\u2069", "?a?")] // isolates
    [InlineData("a\u200bb\u200db\ufeff", "a?b?b?")] // no width
    [InlineData("a\u2028b\u2029c", "a?b?c")] // ends of lines
    [InlineData("a\u00adb", "a?b")] // soft hyphen
    [InlineData("a\u3164b", "a?b")] // a letter that shows nothing
    [InlineData("a\ue000b", "a?b")] // private use
    [InlineData("a\U000E0041b", "a?b")] // a tag
    public void What_hides_or_steers_is_shown_as_a_question_mark(string name, string shown) => Words.Visible(name).ShouldBe(shown);

    [Fact]
    public void Half_a_character_is_none() => Words.Visible("a" + (char)0xD83D + "b").ShouldBe("a?b");
}
