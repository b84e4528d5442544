using System;
using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

/// <summary>Where the controls of a window are declared, whose events are what a person does.</summary>
internal static class Windows
{
    public static IReadOnlyList<string> Namespaces { get; } =
        ["System.Windows", "Microsoft.UI.Xaml", "Windows.UI.Xaml", "Avalonia", "Microsoft.Maui", "Eto.Forms", "Gtk"];

    /// <summary>Assemblies that hold those controls: who refers to one draws a window.</summary>
    public static IReadOnlyCollection<string> Assemblies { get; } = new HashSet<string>
    {
        "PresentationFramework", "System.Windows.Forms", "Microsoft.WinUI", "Microsoft.UI.Xaml", "Uno.UI",
        "Avalonia.Controls", "Microsoft.Maui.Controls", "Eto", "GtkSharp",
    };

    /// <summary>Types by which work is handed to a window's own thread.</summary>
    public static IReadOnlyList<string> Threads { get; } = ["System.Windows.Threading.Dispatcher", "System.Windows.Forms.Control"];

    /// <summary>By which a library hands it over that does not know the window.</summary>
    public const string Context = "System.Threading.SynchronizationContext";

    /// <summary>Whether a namespace is one of them, or within one.</summary>
    public static bool Hold(string space) => Namespaces.Any(window => space == window
        || space.StartsWith(window + ".", StringComparison.Ordinal));
}
