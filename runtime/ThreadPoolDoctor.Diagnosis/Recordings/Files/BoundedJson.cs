using System.Text.Json;

namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// Reads JSON of unknown origin piece by piece: lists to a limit, rows of plain values, properties that must be there.
/// </summary>
internal static class BoundedJson
{
    public delegate T Item<T>(ref Utf8JsonReader json);

    /// <summary>The list that begins here.</summary>
    public static IReadOnlyList<T> ReadList<T>(this ref Utf8JsonReader json, int most, Item<T> item)
    {
        json.Expect(JsonTokenType.StartArray);
        List<T> items = [];
        while (json.Read() && json.TokenType != JsonTokenType.EndArray)
        {
            if (items.Count == most) throw new InvalidDataException("it holds more than any recording");
            items.Add(item(ref json));
        }
        return items;
    }

    public static void Expect(this ref Utf8JsonReader json, JsonTokenType type)
    {
        if (json.TokenType != type) throw new FormatException();
    }

    /// <summary>The next property of the object, at its value; null at the object's end.</summary>
    public static string? NextProperty(this ref Utf8JsonReader json)
    {
        json.Read();
        if (json.TokenType == JsonTokenType.EndObject) return null;
        string name = json.GetString()!;
        json.Read();
        return name;
    }

    public static double NextDouble(this ref Utf8JsonReader json)
    {
        json.Read();
        return json.GetDouble();
    }

    public static int NextInt(this ref Utf8JsonReader json)
    {
        json.Read();
        return json.GetInt32();
    }

    public static long NextLong(this ref Utf8JsonReader json)
    {
        json.Read();
        return json.GetInt64();
    }

    public static ulong NextUnsigned(this ref Utf8JsonReader json)
    {
        json.Read();
        return json.GetUInt64();
    }

    public static bool NextFlag(this ref Utf8JsonReader json)
    {
        json.Read();
        return json.GetBoolean();
    }

    /// <summary>Passes over what a later version may have added to a row.</summary>
    public static void EndRow(this ref Utf8JsonReader json)
    {
        while (json.Read() && json.TokenType != JsonTokenType.EndArray) json.Skip();
    }

    public static string Text(this JsonElement item, string name) => item.Must(name).GetString() ?? "";

    public static int Int(this JsonElement item, string name) => item.Must(name).GetInt32();

    public static long Long(this JsonElement item, string name) => item.Must(name).GetInt64();

    public static double Double(this JsonElement item, string name) => item.Must(name).GetDouble();

    /// <summary>False where it is not told.</summary>
    public static bool Flag(this JsonElement item, string name) => item.Maybe(name)?.GetBoolean() ?? false;

    public static string? MaybeText(this JsonElement item, string name) => item.Maybe(name)?.GetString();

    public static int? MaybeInt(this JsonElement item, string name) => item.Maybe(name)?.GetInt32();

    public static long? MaybeLong(this JsonElement item, string name) => item.Maybe(name)?.GetInt64();

    public static double? MaybeDouble(this JsonElement item, string name) => item.Maybe(name)?.GetDouble();

    /// <summary>The elements of the array of this name; none where it is not told.</summary>
    public static IEnumerable<JsonElement> Items(this JsonElement item, string name, int most)
    {
        if (item.Maybe(name) is not { } list) return [];
        if (list.GetArrayLength() > most) throw new InvalidDataException("it holds more than any recording");
        return list.EnumerateArray();
    }

    /// <summary>The elements of that array, each an array itself, of so many values or more.</summary>
    public static IEnumerable<JsonElement[]> Rows(this JsonElement item, string name, int most, int values) =>
        from row in item.Items(name, most)
        select row.EnumerateArray().ToArray() is var array && array.Length >= values ? array : throw new FormatException();

    private static JsonElement Must(this JsonElement item, string name) =>
        item.Maybe(name) ?? throw new InvalidDataException($"it does not tell the {name}");

    public static JsonElement? Maybe(this JsonElement item, string name) =>
        item.TryGetProperty(name, out JsonElement value) && value.ValueKind != JsonValueKind.Null ? value : null;
}
