using System.Text;

namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>
/// Makes a program large: so many methods that are compiled before anything else happens, and so many threads that
/// sleep.
/// </summary>
internal static class Ballast
{
    private const int MethodsOfClass = 1_000;

    /// <summary>
    /// The same program with the ballast, which is loaded on the line that starts the session: no line moves.
    /// </summary>
    public static GeneratedPatient Under(GeneratedPatient patient, int methods, int threads)
    {
        if (methods == 0 && threads == 0) return patient;
        string start = patient.Files["Program.cs"].Replace("Session.Start();", "Session.Start(); Support.Ballast.Load();", StringComparison.Ordinal);
        return patient with
        {
            Files = new Dictionary<string, string>(patient.Files) { ["Program.cs"] = start, ["Ballast.cs"] = Source(methods, threads) },
        };
    }

    private static string Source(int methods, int threads)
    {
        StringBuilder source = new($$"""
            using System;
            using System.Reflection;
            using System.Runtime.CompilerServices;
            using System.Threading;

            namespace Support;

            internal static class Ballast
            {
                public static void Load()
                {
                    for (int i = 0; i < {{threads}}; i++) new Thread(static () => Thread.Sleep(Timeout.Infinite), 128 * 1024) { IsBackground = true }.Start();
                    foreach (Type type in typeof(Ballast).GetNestedTypes(BindingFlags.NonPublic))
                    {
                        foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic)) RuntimeHelpers.PrepareMethod(method.MethodHandle);
                    }
                }

            """);
        for (int first = 0; first < methods; first += MethodsOfClass)
        {
            source.Append($"    private static class Part{first / MethodsOfClass}\n    {{\n");
            for (int i = first; i < Math.Min(methods, first + MethodsOfClass); i++) source.Append($"        private static int Method{i}(int number) => number * {i} + 1;\n");
            source.Append("    }\n");
        }
        return source.Append("}\n").ToString();
    }
}
