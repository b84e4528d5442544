using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What is at the other end of a stream, reader or writer.</summary>
internal enum Endpoint
{
    Unknown,
    Memory,
    Device,

    /// <summary>
    /// Unknown, but the work item's own: it was handed over there, as plain to see as if it were read there.
    /// </summary>
    Own,
}

/// <summary>
/// Follows a stream, reader or writer back to where it was made. What ends in memory never waits, however many wrappers
/// are around it; a wrapper that nobody knows the end of is unknown.
/// </summary>
internal static partial class Endpoints
{
    private const int MaxDepth = 10;

    private const string FunctionBodies = "Microsoft.Azure.Functions.Worker.Http";
    private const string FunctionsOverAspNet = "Microsoft.Azure.Functions.Worker.Extensions.Http.AspNetCore";

    // Readers and writers that call each other come to one variable by many ways.
    private const int MaxSteps = 256;

    // What makes what is called; unfinished code may make a variable of itself.
    private const int Makers = 2;

    private static readonly HashSet<string> s_memory = new(StringComparer.Ordinal)
    {
        "StringReader", "StringWriter", "DataTableReader",
    };

    private static readonly string[] s_streams = ["Stream", "Reader", "Writer"];

    // What a string is that something is made over, by the name of the parameter.
    private static readonly string[] s_texts = ["fragment", "text", "content"];
    private static readonly string[] s_paths = ["path", "file", "name", "ur"];

    // Types that give a stream of something far, by their names.
    private static readonly string[] s_wires =
        ["Client", "Connection", "Socket", "Session", "Channel", "Transport", "File", "Blob"];

    private static readonly HashSet<string> s_devices = new(StringComparer.Ordinal)
    {
        "FileStream", "NetworkStream", "SslStream", "PipeStream", "NamedPipeClientStream", "NamedPipeServerStream",
        "AnonymousPipeClientStream", "AnonymousPipeServerStream", "IsolatedStorageFileStream",
    };

    /// <summary>
    /// The end of what a call reads or writes: its receiver's, or its first argument's for a static helper.
    /// </summary>
    /// <param name="examination">Of the compilation.</param>
    /// <param name="site">The call.</param>
    /// <param name="callers">The calls by which it is come to, where they are known: they tell what is handed
    /// over.</param>
    public static Endpoint Of(Examination examination, CallSite site, Callers? callers = null)
    {
        SemanticModel model = examination.ModelOf(site.Node);
        ExpressionSyntax? receiver = Receiver.Of(site.Node);
        // Read(...) or base.Read(...) in a class that is itself a stream.
        if (!site.Target.IsStatic && receiver is null or ThisExpressionSyntax or BaseExpressionSyntax
            && OfType(site.Target.ContainingType) is var own and not Endpoint.Unknown) return own;
        // hash.ComputeHash(stream): what is given is what is read.
        if (receiver is null || IsFed(site.Target))
        {
            receiver = Calls.ArgumentsOf(site.Node)?.Arguments.Select(argument => argument.Expression)
                .FirstOrDefault(argument => IsStreamLike(model.GetTypeInfo(argument).Type));
            return receiver is null ? Endpoint.Unknown : Of(examination, receiver, callers, 0, new Walk());
        }
        Endpoint end = Of(examination, receiver, callers, 0, new Walk());
        // memory.CopyTo(file) writes to the file.
        if (end == Endpoint.Memory && site.Target.Name is "CopyTo" or "CopyToAsync"
            && Calls.ArgumentsOf(site.Node)?.Arguments.FirstOrDefault() is { } target) return Of(examination,
            target.Expression, callers, 0, new Walk());
        return end;
    }

    /// <summary>Whether a task is that of a call of a stream, reader or writer that ends in memory.</summary>
    public static bool IsTaskOfMemory(Examination examination, ExpressionSyntax task, Callers? callers) =>
        task is InvocationExpressionSyntax call && Calls.Target(examination.ModelOf(call), call) is { } called
            && IsStreamLike(called.ContainingType) && Of(examination, new CallSite(call, called), callers) == Endpoint.Memory;

    /// <summary>Whether a stream ends in memory.</summary>
    public static bool IsMemory(Examination examination, ExpressionSyntax stream, Callers? callers) =>
        Of(examination, stream, callers, 0, new Walk()) == Endpoint.Memory;

    /// <summary>
    /// Whether it depends on what is at the end if this member waits: it reads or writes a stream, or one that it is
    /// given.
    /// </summary>
    public static bool Decide(IMethodSymbol member) =>
        IsStreamLike(member.ContainingType)
            || IsFed(member) && member.Parameters.Any(parameter => IsStreamLike(parameter.Type));

    /// <summary>
    /// Whether what is called was made over a stream, reader or writer, or over what gives one: it waits for nothing
    /// else.
    /// </summary>
    public static bool IsOverStream(Examination examination, CallSite site) =>
        Receiver.Of(site.Node) is { } receiver && IsOverStream(examination, receiver, Makers);

    // new MessageReader(message).CreateRowReader()
    private static bool IsOverStream(Examination examination, ExpressionSyntax receiver, int makers) =>
        Origins.Of(examination, receiver) is var made && made.Any()
            && made.All(each => IsGivenStream(examination, each)
                || makers > 0 && each is InvocationExpressionSyntax call && Receiver.Of(call) is { } maker
                    && IsNamedAsStream(examination.ModelOf(maker).GetTypeInfo(maker).Type)
                    && IsOverStream(examination, maker, makers - 1));

    private static bool IsGivenStream(Examination examination, ExpressionSyntax made) =>
        made is BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax
            && Calls.ArgumentsOf(made)?.Arguments.FirstOrDefault() is { } over
            && examination.ModelOf(made).GetTypeInfo(over.Expression).Type is { } type
            && (IsStreamLike(type) || made is BaseObjectCreationExpressionSyntax && GivesStream(type));

    // A message of a library or of one's own, as of a request or a response. The framework's are of the network or of
    // files.
    private static bool GivesStream(ITypeSymbol type) =>
        !s_wires.Any(type.Name.Contains) && !MemberNames.IsOfSystem(type.ContainingNamespace)
            && type.AllInterfaces.Concat<ITypeSymbol>((type as INamedTypeSymbol).SelfAndBases())
                .SelectMany(each => each.GetMembers())
                .Any(member => member is IMethodSymbol { Parameters.IsEmpty: true, ReturnType.Name: "Stream" }
                    or IPropertySymbol { Type.Name: "Stream" });

    private static bool IsNamedAsStream(ITypeSymbol? type) =>
        type is not null && s_streams.Any(kind => type.Name.EndsWith(kind, StringComparison.Ordinal));

    // A helper without a state of its own, a hash, a parser: what it waits for is what it is given. An upload waits for
    // more.
    private static bool IsFed(IMethodSymbol member) => member.IsStatic && member.ReducedFrom is null
        || !IsStreamLike(member.ContainingType) && MemberNames.OfNamespace(member.ContainingNamespace) is var space
        && (space == "System.Security.Cryptography" || space.StartsWith("System.Xml", StringComparison.Ordinal)
            || space.StartsWith("System.Text.Json", StringComparison.Ordinal));

    /// <summary>Whether a blocking collection was made with a bound, so that adding may wait.</summary>
    public static bool IsBounded(Examination examination, CallSite site)
    {
        if (Receiver.Of(site.Node) is not { } receiver) return false;
        foreach (ExpressionSyntax value in Origins.Of(examination, receiver))
        {
            if (value is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: { Count: > 0 } arguments }
                && arguments.Any(argument => examination.ModelOf(value)
                    .GetTypeInfo(argument.Expression).Type?.SpecialType == SpecialType.System_Int32)) return true;
        }
        return false;
    }

    /// <summary>
    /// A TextWriter that is handed in, kept as a log, or offered by an object: a string's or a view's buffer as often
    /// as a file's.
    /// </summary>
    public static bool IsHandedWriter(Examination examination, CallSite site) =>
        Receiver.Of(site.Node) is { } receiver
            && examination.ModelOf(receiver)
            .GetSymbolInfo(receiver).Symbol is IParameterSymbol { Type.Name: "TextWriter" }
            or IPropertySymbol { Type.Name: "TextWriter" } or IFieldSymbol { Type.Name: "TextWriter" };

    private static Endpoint Of(Examination examination, ExpressionSyntax expression, Callers? callers, int depth, Walk walk)
    {
        if (depth > MaxDepth || walk.Steps++ > MaxSteps) return Endpoint.Unknown;
        SemanticModel model = examination.ModelOf(expression);
        // (FileStream)upload: a cast says so as well.
        ITypeSymbol? type = model.GetTypeInfo(expression).Type;
        walk.MeetsFile |= type?.Name.Contains("FileStream") == true;
        if (OfType(type) is { } known and not Endpoint.Unknown) return known;
        switch (expression)
        {
            case ParenthesizedExpressionSyntax inner: return Of(examination, inner.Expression, callers, depth + 1, walk);
            case CastExpressionSyntax cast: return Of(examination, cast.Expression, callers, depth + 1, walk);
            case AwaitExpressionSyntax awaited: return Of(examination, Awaiting.TaskOf(awaited.Expression), callers, depth + 1, walk);
            case PostfixUnaryExpressionSyntax forgiven: return Of(examination, forgiven.Operand, callers, depth + 1, walk);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression } cast:
                return Of(examination,
                cast.Left, callers, depth + 1, walk);
            case AssignmentExpressionSyntax kept: return Of(examination, kept.Right, callers, depth + 1, walk);
        }
        if (Choices(expression) is { Length: > 0 } choices) return choices
            .Select(choice => Of(examination, choice, callers, depth + 1, walk)).Aggregate(Both);
        if (BufferedRequests.Give(examination, expression)) return Endpoint.Memory;
        ISymbol? symbol = model.GetSymbolInfo(expression).Symbol;
        if (OfFunction(examination, symbol) is var ofFunction and not Endpoint.Unknown) return ofFunction;
        if (OfWellKnown(symbol) is { } end and not Endpoint.Unknown)
        {
            walk.MeetsFile |= symbol!.ContainingType.Name.Contains("File");
            return end;
        }
        if (IsNamedForMemory(symbol) || ReceivedContent.Is(examination, expression)
            || HeldContent.IsStreamOfLoaded(examination, expression)) return Endpoint.Memory;
        if (ReceivedContent.IsUnderWay(examination, expression)) return Endpoint.Device;
        if (expression is InvocationExpressionSyntax call
            && OfReturned(examination, call, callers, depth, walk) is { } returned and not Endpoint.Unknown) return returned;
        if (OfAsked(examination, expression, depth, walk) is var asked and not Endpoint.Unknown) return asked;
        if (expression is BaseObjectCreationExpressionSyntax
            or InvocationExpressionSyntax) return OfMade(examination, expression, model, callers, depth, walk);
        if (callers?.Giving(examination, symbol) is { } giving)
        {
            if (giving.ArgumentFor((IParameterSymbol)symbol!) is not { } argument) return Endpoint.Unknown;
            Endpoint given = Of(examination, argument, giving.Before, depth + 1, walk);
            return given == Endpoint.Unknown && giving.Before is null ? Endpoint.Own : given;
        }
        if (OfRun(examination, symbol, depth, walk) is { } run) return run;
        if (OfBase(examination, symbol, callers, depth, walk) is var ofBase and not Endpoint.Unknown) return ofBase;
        if (OfOffered(examination, expression, symbol, callers, depth, walk)
            is var offered and not Endpoint.Unknown) return offered;
        Endpoint variable = OfVariable(examination, expression, symbol, callers, depth, walk);
        if (variable == Endpoint.Unknown && IsRewound(examination, expression)) return Endpoint.Memory;
        return variable == Endpoint.Unknown ? OfKept(examination, expression, symbol, callers, depth, walk) : variable;
    }

    // body.Position = 0, before or after: what can be gone back in has come, and is kept; a wire cannot.
    private static bool IsRewound(Examination examination, ExpressionSyntax stream)
    {
        if (examination.BodyAround(stream) is not { } body
            || !body.MentionsCall("Seek") && !body.MentionsGet("Position")) return false;
        string name = stream.ToString();
        return body.OwnNodes().Any(node => node switch
        {
            InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Seek" } access } => access.Expression.ToString() == name,
            AssignmentExpressionSyntax { Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Position" } access } => access.Expression.ToString() == name,
            _ => false,
        });
    }

    private static Endpoint OfVariable(Examination examination, ExpressionSyntax expression, ISymbol? symbol,
        Callers? callers, int depth, Walk walk)
    {
        if (symbol is null) return Endpoint.Unknown;
        // Taken for unknown while it is looked at, which ends cycles.
        if (walk.Known.TryGetValue((symbol, callers), out Endpoint known)) return known;
        walk.Known.Add((symbol, callers), Endpoint.Unknown);
        Endpoint? all = null;
        foreach (ExpressionSyntax value in Origins.Of(examination, expression))
        {
            if (value.IsKind(SyntaxKind.NullLiteralExpression)) continue;
            Endpoint end = Of(examination, value, callers, depth + 1, walk);
            all = all is { } before ? Both(before, end) : end;
        }
        // Those who call it here hand it a file; another project may hand it memory.
        if (all == Endpoint.Device && symbol is IParameterSymbol { ContainingSymbol: IMethodSymbol method }
            && Origins.IsAskedOutside(examination, method)) all = Endpoint.Unknown;
        return walk.Known[(symbol, callers)] = all ?? Endpoint.Unknown;
    }

    // What a method gives back ends where all that it returns ends.
    private static Endpoint OfReturned(Examination examination, InvocationExpressionSyntax call, Callers? callers,
        int depth, Walk walk)
    {
        if (Calls.Target(examination.ModelOf(call), call) is not { } target) return Endpoint.Unknown;
        CallSite site = new(call, target);
        // Of several that implement what is called each may be run.
        IMethodSymbol[] run = examination.Calls.MethodOf(site) is { } method ? [method]
            : [.. examination.Calls.ImplementationsOf(target.OriginalDefinition)];
        Body[] bodies = [.. run.SelectMany(examination.BodiesOf)];
        if (bodies.Length < run.Length) return Endpoint.Unknown;
        Endpoint? all = null;
        foreach (ExpressionSyntax value in bodies.SelectMany(body => body.Returned()))
        {
            if (value is ThrowExpressionSyntax || value.IsKind(SyntaxKind.NullLiteralExpression)) continue;
            Endpoint end = Of(examination, value, new Callers(site, callers), depth + 1, walk);
            all = all is not { } before ? end : run.Length == 1 || end == before ? Both(before, end) : Endpoint.Unknown;
        }
        return all ?? Endpoint.Unknown;
    }

    // A wrapper, or a factory of one, ends where the stream or reader that it is given ends; one that is given a path,
    // in a file.
    private static Endpoint OfMade(Examination examination, ExpressionSyntax made, SemanticModel model,
        Callers? callers, int depth, Walk walk)
    {
        if (model.GetTypeInfo(made).Type is { Name: "ZipArchiveEntry" }
            || model.GetSymbolInfo(made).Symbol is { ContainingType.Name: "ZipArchiveEntry" }) return OfArchive(examination, made, callers, depth, walk);
        if (Calls.ArgumentsOf(made) is not { Arguments: { Count: > 0 } arguments }) return Endpoint.Unknown;
        ExpressionSyntax first = arguments[0].Expression;
        ITypeSymbol? type = model.GetTypeInfo(first).Type;
        if (IsStreamLike(type)
            || made is InvocationExpressionSyntax { Expression: var by } && Names.OfInvoked(by) == "FromResult")
        {
            Endpoint end = Of(examination, first, callers, depth + 1, walk);
            if (end == Endpoint.Device && !walk.MeetsFile && IsReadWhole(model, made)) return Endpoint.Memory;
            return end == Endpoint.Unknown && IsMeantToBeAwaited(examination, arguments)
                && !IsOfObject(examination, first, MaxDepth) ? Endpoint.Device : end;
        }
        bool isWrapper = IsStreamLike(model.GetTypeInfo(made).Type);
        if (isWrapper && (IsAtHand(type) || IsText(model, made, arguments[0]))) return Endpoint.Memory;
        bool isOfPath = isWrapper && made is BaseObjectCreationExpressionSyntax
            && type?.SpecialType == SpecialType.System_String;
        walk.MeetsFile |= isOfPath;
        return isOfPath ? Endpoint.Device : Endpoint.Unknown;
    }

    // XmlWriter.Create(new StringBuilder()), XmlDictionaryReader.CreateTextReader(bytes)
    private static bool IsAtHand(ITypeSymbol? type) => type is { Name: "StringBuilder" }
        or IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte or SpecialType.System_Char };

    // new XmlTextReader(text, XmlNodeType.Element, context): the parameter says that the string is no path.
    private static bool IsText(SemanticModel model, ExpressionSyntax made, ArgumentSyntax first) =>
        model.GetSymbolInfo(made).Symbol is IMethodSymbol maker
        && Calls.Parameter(maker, first) is { Type.SpecialType: SpecialType.System_String, Name: var name }
        && s_texts.Any(word => name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0)
        && !s_paths.Any(word => name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);

    // XmlReader.Create(stream, new() { Async = true }): whoever asks for that expects to wait, but knows as little of
    // what an object offers.
    private static bool IsMeantToBeAwaited(Examination examination, SeparatedSyntaxList<ArgumentSyntax> arguments) =>
        arguments.SelectMany(argument =>
            Origins.Of(examination, argument.Expression)).OfType<BaseObjectCreationExpressionSyntax>()
            .Where(settings => settings.Initializer is not null)
                .SelectMany(settings => settings.Initializer!.Expressions)
            .Any(setting => setting is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "Async" }, Right.RawKind: (int)SyntaxKind.TrueLiteralExpression });

    private static Endpoint OfWellKnown(ISymbol? symbol) => (symbol?.ContainingType?.Name, symbol?.Name) switch
    {
        ("Stream" or "TextWriter" or "TextReader" or "StreamReader" or "StreamWriter"
            or "BinaryWriter", "Null") => Endpoint.Memory,
        ("Console", "Out" or "Error") => Endpoint.Memory,
        ("Console", "In" or "OpenStandardInput") => Endpoint.Device,
        ("Assembly", "GetManifestResourceStream") => Endpoint.Memory,
        // Cosmos copies what has come before it gives a response.
        ("ResponseMessage", "Content") when MemberNames.OfNamespace(symbol.ContainingNamespace) == "Microsoft.Azure.Cosmos" => Endpoint.Memory,
        ("ZipFile", "Open" or "OpenRead") => Endpoint.Device,
        ({ } type, "OpenRead" or "OpenWrite" or "OpenText") when type.Contains("File") => Endpoint.Device,
        ("File" or "FileInfo", "Open" or "OpenRead" or "OpenWrite" or "OpenText" or "Create" or "CreateText"
            or "AppendText") => Endpoint.Device,
        ("HttpListenerRequest", "InputStream") or ("HttpListenerResponse", "OutputStream") => Endpoint.Device,
        ("TcpClient", "GetStream") or ("Process", "StandardOutput" or "StandardError" or "StandardInput") => Endpoint.Device,
        ("HttpWebResponse" or "WebResponse" or "HttpWebRequest" or "WebRequest", "GetResponseStream"
            or "GetRequestStream") => Endpoint.Device,
        // These give a stream once the headers have come: what follows is still under way.
        ("HttpClient", "GetStreamAsync") or ("WebClient", "OpenRead" or "OpenReadTaskAsync")
            when MemberNames.OfNamespace(symbol.ContainingNamespace).StartsWith("System.Net", StringComparison.Ordinal) => Endpoint.Device,
        _ => Endpoint.Unknown,
    };

    // The worker of Azure Functions has a request whole, and keeps the answer until the function has ended, unless
    // ASP.NET's own server is behind it.
    private static Endpoint OfFunction(Examination examination, ISymbol? symbol) =>
        symbol is IPropertySymbol { Name: "Body", ContainingType.Name: "HttpRequestData" or "HttpResponseData" }
        && MemberNames.OfNamespace(symbol.ContainingNamespace) == FunctionBodies
            ? examination.Compilation.ReferencedAssemblyNames.Any(each => each.Name == FunctionsOverAspNet) ? Endpoint.Device : Endpoint.Memory
            : Endpoint.Unknown;

    // _memStream, memoryBuffer: what a writer who knows has called it.
    private static bool IsNamedForMemory(ISymbol? symbol) =>
        symbol is ILocalSymbol or IFieldSymbol or IParameterSymbol or IPropertySymbol
        && (symbol.Name.IndexOf("memStream", StringComparison.OrdinalIgnoreCase) >= 0
            || symbol.Name.IndexOf("memory", StringComparison.OrdinalIgnoreCase) >= 0);

    // PooledMemoryStream, MemoryPoolTextWriter; a mapped file's is a file's.
    private static bool IsNamedForMemory(string type) =>
        type.Contains("Memory") && !type.Contains("Mapped")
            && s_streams.Any(kind => type.EndsWith(kind, StringComparison.Ordinal));

    private static Endpoint OfType(ITypeSymbol? type)
    {
        for (ITypeSymbol? at = type; at is not null; at = at.BaseType)
        {
            if (s_memory.Contains(at.Name) || IsNamedForMemory(at.Name)) return Endpoint.Memory;
            if (s_devices.Contains(at.Name)) return Endpoint.Device;
        }
        return Endpoint.Unknown;
    }

    public static bool IsStreamLike(ITypeSymbol? type)
    {
        for (ITypeSymbol? at = type; at is not null; at = at.BaseType)
        {
            if (at.Name is "Stream" or "TextReader" or "TextWriter" or "BinaryReader" or "BinaryWriter" or "XmlReader"
                or "XmlWriter" or "JsonReader" or "JsonWriter") return true;
        }
        return false;
    }

    private static Endpoint Both(Endpoint one, Endpoint other) =>
        one == other ? one : one == Endpoint.Device || other == Endpoint.Device ? Endpoint.Device : Endpoint.Unknown;

    /// <summary>What one question has found out, and how much it has asked.</summary>
    private sealed class Walk
    {
        public Dictionary<(ISymbol, Callers?), Endpoint> Known { get; } = [];

        public HashSet<(ISymbol, Callers?)> Kept { get; } = [];

        /// <summary>Whether one of the ends is a file's.</summary>
        public bool MeetsFile { get; set; }

        public int Steps { get; set; }
    }
}
