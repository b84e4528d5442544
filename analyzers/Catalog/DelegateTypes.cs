namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Types by which it is told who runs a delegate that returns nothing, and what becomes of its exceptions.
/// </summary>
internal static class DelegateTypes
{
    /// <summary>What is posted to a synchronization context.</summary>
    public const string Posted = "System.Threading.SendOrPostCallback";

    /// <summary>Of events; the other one has the type of its arguments besides.</summary>
    public const string Handler = "System.EventHandler";

    /// <summary>What the arguments of a handler derive from.</summary>
    public const string Arguments = "System.EventArgs";

    /// <summary>What a window runs as it runs a handler.</summary>
    public const string Command = "System.Windows.Input.ICommand";

    /// <summary>What all that is thrown derives from.</summary>
    public const string Thrown = "System.Exception";
}
