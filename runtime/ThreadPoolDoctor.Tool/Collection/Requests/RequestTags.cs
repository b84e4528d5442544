namespace ThreadPoolDoctor.Tool.Collection.Requests;

/// <summary>
/// The tags of one measurement, as the runtime writes them: <c>http.request.method=GET,http.route=/orders/{id}</c>.
/// </summary>
internal static class RequestTags
{
    /// <summary>
    /// By name. Nothing is escaped in there: a part that does not begin like a tag belongs to the one before.
    /// </summary>
    public static IReadOnlyDictionary<string, string> Of(string tags)
    {
        Dictionary<string, string> values = [];
        string? name = null;
        foreach (string part in tags.Split(','))
        {
            int equals = part.IndexOf('=');
            if (equals > 0 && part.AsSpan(0, equals).IndexOfAnyExcept(s_nameLetters) < 0)
            {
                name = part[..equals];
                values[name] = part[(equals + 1)..];
            }
            else if (name is not null)
            {
                values[name] += "," + part;
            }
        }
        return values;
    }

    private static readonly System.Buffers.SearchValues<char> s_nameLetters =
        System.Buffers.SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789._");
}
