namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>What could not be seen, as sentences without their beginning; each is told once.</summary>
internal sealed class NotSeen
{
    private readonly List<string> _sentences = [];

    public IReadOnlyList<string> Sentences => _sentences;

    public void Add(string sentence)
    {
        if (!_sentences.Contains(sentence)) _sentences.Add(sentence);
    }

    public void AddRange(IEnumerable<string> sentences)
    {
        foreach (string sentence in sentences) Add(sentence);
    }
}
