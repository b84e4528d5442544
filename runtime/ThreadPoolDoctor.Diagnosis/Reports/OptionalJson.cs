using System.Text.Json;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>Properties that are null where nothing is known.</summary>
internal static class OptionalJson
{
    public static void WriteOptional(this Utf8JsonWriter json, string name, string? value)
    {
        if (value is null) json.WriteNull(name);
        else json.WriteString(name, value);
    }

    public static void WriteOptional(this Utf8JsonWriter json, string name, double? value)
    {
        if (value is null) json.WriteNull(name);
        else json.WriteNumber(name, value.Value);
    }

    public static void WriteOptional(this Utf8JsonWriter json, string name, bool? value)
    {
        if (value is null) json.WriteNull(name);
        else json.WriteBoolean(name, value.Value);
    }
}
