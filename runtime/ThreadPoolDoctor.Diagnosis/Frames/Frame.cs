namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// One frame of a managed stack: what the runtime calls the method, what a person called it, and where it stands in
/// the source, as far as that is known. Plain data; equal frames are the same place in the same method.
/// </summary>
public sealed record Frame
{
    public Frame(string assembly, string typeName, string methodName, string signature = "", WrittenParameters? written = null)
    {
        Assembly = assembly;
        TypeName = typeName;
        MethodName = methodName;
        Signature = signature;
        DisplayName = FrameNames.Display(typeName, methodName, signature, written);
    }

    private Frame(string assembly, string typeName, string methodName, string signature, string displayName) =>
        (Assembly, TypeName, MethodName, Signature, DisplayName) =
        (assembly, typeName, methodName, signature, FrameNames.Bounded(displayName)!);

    /// <summary>A frame whose name was found before, when the module could be asked: out of a file.</summary>
    internal static Frame Restored(string assembly, string typeName, string methodName, string signature, string displayName) =>
        new(assembly, typeName, methodName, signature, displayName);

    /// <summary>Simple name of the assembly, empty when the runtime did not say (code made at run time).</summary>
    public string Assembly { get; }

    /// <summary>
    /// Metadata full name as the runtime reports it: <c>Shop.Orders+&lt;Load&gt;d__3</c>,
    /// <c>System.Threading.Tasks.Task`1[System.Int32]</c>.
    /// </summary>
    public string TypeName { get; }

    /// <summary>Metadata name: <c>MoveNext</c>, <c>get_Total</c>, <c>.ctor</c>.</summary>
    public string MethodName { get; }

    /// <summary>The runtime's own text: <c>instance void  (class System.String,int32)</c>.</summary>
    public string Signature { get; }

    /// <summary>
    /// The name a person wrote, in C# style: <c>Shop.Orders.Load(int)</c>, <c>lambda in Shop.Orders.Run</c>.
    /// </summary>
    public string DisplayName { get; }

    /// <summary>Source file as the compiler recorded it.</summary>
    public string? File { get; init => field = FrameNames.Bounded(value); }

    /// <summary>Line in <see cref="File"/>, from 1.</summary>
    public int? Line { get; init; }

    /// <summary>
    /// The file and line, or the method itself, are only near the place; reports mark them with <c>~</c>.
    /// </summary>
    public bool Approximate { get; init; }

    /// <summary>
    /// Metadata <c>Type.Member</c> of the method that the code calls at this place, which may itself be missing from
    /// the stack because it was compiled into this frame: <c>System.Threading.SemaphoreSlim.Wait</c>. Generic types
    /// carry their arity and no arguments, as in <c>System.Threading.Tasks.Task`1.get_Result</c>. It is told for the
    /// user's code only; where several calls are possible it is the likeliest.
    /// </summary>
    public string? CalledHere { get; init => field = FrameNames.Bounded(value); }

    /// <summary>
    /// Every call that may be the one running here, joined by a space and in the order of the code, when the machine
    /// code does not tell them apart.
    /// </summary>
    public string? CallsNearby { get; init; }

    /// <summary>
    /// Which lock or task the code waits for here and which locks it holds, where its IL tells; null where it tells
    /// nothing.
    /// </summary>
    public WaitFacts? Waits { get; init; }

    /// <summary>The assembly is part of .NET, by the folder it was loaded from or by its name.</summary>
    public bool IsFramework { get; init; }

    /// <summary>
    /// The assembly came with a package: its author is not the program's, though its source may be known.
    /// </summary>
    public bool IsPackage { get; init; }

    /// <summary>
    /// No frame that the runtime told, but code that must have been compiled into the one below it if this thread
    /// sleeps; of a thread that does not it says nothing.
    /// </summary>
    public bool IsAssumed { get; init; }

    /// <summary>
    /// Of what runs work items: it called code whose name has not come, as that was compiled after the names had been
    /// asked for. So what it called need not be inlined.
    /// </summary>
    public bool IsBelowUnnamed { get; init; }

    /// <summary>Code that the program made while it ran, such as a compiled expression: nobody wrote it.</summary>
    public bool IsMadeAtRunTime => TypeName is "" or "dynamicClass";

    /// <summary>
    /// How little a person can do about this code, 0 for the best to blame: the program's own with a source line, the
    /// program's own, a package's with a source line, a package's. Null for .NET's own, which nobody is blamed for, and
    /// for what is assumed.
    /// </summary>
    internal int? BlameRank => IsFramework || IsAssumed ? null : (IsPackage ? 2 : 0) + (File is null ? 1 : 0);

    /// <summary>
    /// The type's name without the arguments of a generic instance, as the catalogue spells it:
    /// <c>System.Threading.Tasks.Task`1</c>.
    /// </summary>
    public string TypeDefinition => FrameNames.WithoutInstance(TypeName);

    public override string ToString() =>
        File is null ? DisplayName : $"{DisplayName} in {(Approximate ? "~" : "")}{File[(File.LastIndexOfAny(['/', '\\']) + 1)..]}:{Line}";
}
