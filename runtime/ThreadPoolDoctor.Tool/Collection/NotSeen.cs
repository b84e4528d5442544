namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// What could not be seen, as sentences without their beginning; each is told once. Written by one thread at a time;
/// any may read.
/// </summary>
internal sealed class NotSeen
{
    // Never changed, only replaced.
    private volatile string[] _sentences = [];

    public IReadOnlyList<string> Sentences => _sentences;

    public void Add(string sentence)
    {
        if (!_sentences.Contains(sentence)) _sentences = [.. _sentences, sentence];
    }

    public void AddRange(IEnumerable<string> sentences)
    {
        foreach (string sentence in sentences) Add(sentence);
    }
}
