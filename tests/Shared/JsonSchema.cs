using System.Text.Json;
using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.Tests;

/// <summary>
/// Validates a document against a JSON Schema, for the keywords that our schemas use. A keyword it does not know is an
/// error: a schema that promises more than is checked would be a test that cannot fail.
/// </summary>
internal static class JsonSchema
{
    private static readonly HashSet<string> s_notes = ["$schema", "$id", "title", "description"];

    private static readonly Dictionary<string, Func<JsonElement, JsonElement, string, JsonElement, IEnumerable<string>>> s_keywords = new()
    {
        ["type"] = (rule, value, at, _) => Types(rule).Any(type => Is(value, type)) ? [] : [$"{at}: not of type {rule}"],
        ["const"] = (rule, value, at, _) => JsonElement.DeepEquals(rule, value) ? [] : [$"{at}: not {rule}"],
        ["enum"] = (rule, value, at, _) => rule.EnumerateArray().Any(allowed => JsonElement.DeepEquals(allowed, value)) ? [] : [$"{at}: {value} is none of {rule}"],
        ["minimum"] = (rule, value, at, _) => value.ValueKind != JsonValueKind.Number || value.GetDouble() >= rule.GetDouble() ? [] : [$"{at}: {value} < {rule}"],
        ["maximum"] = (rule, value, at, _) => value.ValueKind != JsonValueKind.Number || value.GetDouble() <= rule.GetDouble() ? [] : [$"{at}: {value} > {rule}"],
        ["pattern"] = (rule, value, at, _) => value.ValueKind != JsonValueKind.String || Regex.IsMatch(value.GetString()!, rule.GetString()!) ? [] : [$"{at}: '{value}' does not match {rule}"],
        ["required"] = (rule, value, at, _) => rule.EnumerateArray().Where(name => !value.TryGetProperty(name.GetString()!, out JsonElement _)).Select(name => $"{at}: {name} is missing"),
        ["items"] = (rule, value, at, _) => value.ValueKind != JsonValueKind.Array ? [] : value.EnumerateArray().SelectMany((item, i) => Errors(rule, item, $"{at}[{i}]")),
        ["properties"] = (rule, value, at, _) => rule.EnumerateObject().Where(property => value.TryGetProperty(property.Name, out JsonElement _))
            .SelectMany(property => Errors(property.Value, value.GetProperty(property.Name), $"{at}.{property.Name}")),
        ["additionalProperties"] = (_, value, at, schema) => value.EnumerateObject()
            .Where(property => !schema.GetProperty("properties").TryGetProperty(property.Name, out JsonElement _))
            .Select(property => $"{at}.{property.Name}: not in the schema"),
    };

    /// <summary>What is wrong with the document, one sentence each; empty when it is valid.</summary>
    public static IReadOnlyList<string> Errors(string schema, string document)
    {
        using JsonDocument rules = JsonDocument.Parse(schema);
        using JsonDocument value = JsonDocument.Parse(document);
        return [.. Errors(rules.RootElement, value.RootElement, "$")];
    }

    private static IEnumerable<string> Errors(JsonElement schema, JsonElement value, string at)
    {
        foreach (JsonProperty rule in schema.EnumerateObject())
        {
            if (s_notes.Contains(rule.Name)) continue;
            if (!s_keywords.TryGetValue(rule.Name, out var check)) throw new NotSupportedException($"The keyword {rule.Name} is not checked.");
            foreach (string error in check(rule.Value, value, at, schema).ToList()) yield return error;
            // A value of the wrong kind fails "type", and null has no insides; the rules for them would only throw.
            if (rule.Name == "type" && (value.ValueKind == JsonValueKind.Null || !Types(rule.Value).Any(type => Is(value, type)))) yield break;
        }
    }

    private static IEnumerable<string> Types(JsonElement rule) =>
        rule.ValueKind == JsonValueKind.Array ? rule.EnumerateArray().Select(type => type.GetString()!) : [rule.GetString()!];

    private static bool Is(JsonElement value, string type) => type switch
    {
        "object" => value.ValueKind == JsonValueKind.Object,
        "array" => value.ValueKind == JsonValueKind.Array,
        "string" => value.ValueKind == JsonValueKind.String,
        "number" => value.ValueKind == JsonValueKind.Number,
        "integer" => value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out _),
        "boolean" => value.ValueKind is JsonValueKind.True or JsonValueKind.False,
        "null" => value.ValueKind == JsonValueKind.Null,
        _ => throw new NotSupportedException($"The type {type} is not checked."),
    };
}
