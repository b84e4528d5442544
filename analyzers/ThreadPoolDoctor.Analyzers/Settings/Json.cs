using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Reads just enough JSON for the evidence file: a compiler's process is no place for another JSON library's version.
/// Objects become dictionaries, arrays lists; whatever is malformed ends the reading with what was read so far.
/// </summary>
internal sealed class Json
{
    private const int MaxDepth = 32;
    private readonly string _text;
    private int _at;

    private Json(string text) => _text = text;

    public static object? Read(string text) => new Json(text).Value(0);

    private object? Value(int depth)
    {
        if (depth > MaxDepth) return null;
        switch (Peek())
        {
            case '{': return Object(depth);
            case '[': return Array(depth);
            case '"': return String();
            case 't' or 'f' or 'n':
                int start = _at;
                while (_at < _text.Length && char.IsLetter(_text[_at])) _at++;
                return _text.Substring(start, _at - start) switch { "true" => true, "false" => false, _ => null };
            default: return Number();
        }
    }

    private Dictionary<string, object?> Object(int depth)
    {
        Dictionary<string, object?> members = [];
        _at++;
        while (Peek() == '"')
        {
            string name = String();
            if (Peek() != ':') break;
            _at++;
            members[name] = Value(depth + 1);
            if (Peek() == ',') _at++;
        }
        if (Peek() == '}') _at++;
        return members;
    }

    private List<object?> Array(int depth)
    {
        List<object?> elements = [];
        _at++;
        while (Peek() is not (']' or '\0'))
        {
            int before = _at;
            elements.Add(Value(depth + 1));
            if (Peek() == ',') _at++;
            if (_at == before) break;
        }
        if (Peek() == ']') _at++;
        return elements;
    }

    private string String()
    {
        StringBuilder text = new();
        for (_at++; _at < _text.Length && _text[_at] != '"'; _at++)
        {
            if (_text[_at] != '\\')
            {
                text.Append(_text[_at]);
                continue;
            }
            if (++_at >= _text.Length) break;
            if (_text[_at] == 'u' && _at + 4 < _text.Length
                && int.TryParse(_text.Substring(_at + 1, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture,
                    out int code))
            {
                text.Append((char)code);
                _at += 4;
                continue;
            }
            text.Append(_text[_at] switch { 'n' => '\n', 't' => '\t', 'r' => '\r', 'b' => '\b', 'f' => '\f', var other => other });
        }
        _at++;
        return text.ToString();
    }

    private object? Number()
    {
        int start = _at;
        while (_at < _text.Length && (char.IsDigit(_text[_at]) || _text[_at] is '-' or '+' or '.' or 'e' or 'E')) _at++;
        return double.TryParse(_text.Substring(start, _at - start), NumberStyles.Float, CultureInfo.InvariantCulture,
            out double number) ? number : null;
    }

    private char Peek()
    {
        while (_at < _text.Length && (char.IsWhiteSpace(_text[_at]) || _text[_at] == '\uFEFF')) _at++;
        return _at < _text.Length ? _text[_at] : '\0';
    }
}
