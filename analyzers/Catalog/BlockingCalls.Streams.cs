namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string Stream = "System.IO.Stream";
    private const string Reader = "System.IO.TextReader";
    private const string Writer = "System.IO.TextWriter";
    private const string BinaryReader = "System.IO.BinaryReader";
    private const string Pipes = "System.IO.Pipes.";
    private const string Xml = "System.Xml.";
    private const string Json = "System.Text.Json.JsonSerializer";

    private static BlockingCall[] Streams() =>
    [
        IO(Stream, "Read", "ReadAsync"),
        IO(Stream, "ReadByte", "ReadAsync"),
        IO(Stream, "ReadExactly", "ReadExactlyAsync"),
        IO(Stream, "ReadAtLeast", "ReadAtLeastAsync"),
        IO(Stream, "EndRead", "ReadAsync"),
        IO(Stream, "Write", "WriteAsync"),
        IO(Stream, "WriteByte", "WriteAsync", Circumstance.OverDevice),
        IO(Stream, "EndWrite", "WriteAsync"),
        IO(Stream, "Flush", "FlushAsync"),
        IO(Stream, "CopyTo", "CopyToAsync"),

        IO(Reader, "Read", "ReadAsync"),
        IO(Reader, "ReadBlock", "ReadBlockAsync"),
        IO(Reader, "ReadLine", "ReadLineAsync"),
        IO(Reader, "ReadToEnd", "ReadToEndAsync"),
        IO(Reader, "Peek", "ReadAsync", Circumstance.OverDevice),
        IO("System.IO.StreamReader", "get_EndOfStream", "ReadLineAsync"),
        IO(Writer, "Write", "WriteAsync"),
        IO(Writer, "WriteLine", "WriteLineAsync"),
        IO(Writer, "Flush", "FlushAsync"),

        // Binary readers and writers have no twins, and are as often put around memory.
        .. BinaryReaders(),
        IO("System.IO.BinaryWriter", "Write", null, Circumstance.OverDevice),
        IO("System.IO.BinaryWriter", "Flush", null, Circumstance.OverDevice),

        IO(Pipes + "NamedPipeServerStream", "WaitForConnection", "WaitForConnectionAsync"),
        IO(Pipes + "NamedPipeServerStream", "EndWaitForConnection", "WaitForConnectionAsync"),
        IO(Pipes + "NamedPipeClientStream", "Connect", "ConnectAsync"),
        IO(Pipes + "PipeStream", "WaitForPipeDrain"),

        IO(Xml + "XmlReader", "Read", "ReadAsync", Circumstance.OverDevice),
        IO(Xml + "XmlReader", "MoveToContent", "MoveToContentAsync", Circumstance.OverDevice),
        IO(Xml + "XmlReader", "Skip", "SkipAsync", Circumstance.OverDevice),
        IO(Xml + "XmlReader", "ReadOuterXml", "ReadOuterXmlAsync", Circumstance.OverDevice),
        IO(Xml + "XmlReader", "ReadInnerXml", "ReadInnerXmlAsync", Circumstance.OverDevice),
        IO(Xml + "XmlReader", "ReadContentAsString", "ReadContentAsStringAsync", Circumstance.OverDevice),
        IO(Xml + "XmlReader", "ReadElementContentAsString", "ReadElementContentAsStringAsync", Circumstance.OverDevice),
        IO(Xml + "XmlWriter", "Flush", "FlushAsync", Circumstance.OverDevice),
        IO(Xml + "XmlDocument", "Load", "XDocument.LoadAsync"),
        IO(Xml + "XmlDocument", "Save", "XDocument.SaveAsync"),
        IO(Xml + "Linq.XDocument", "Load", "XDocument.LoadAsync", parameter: "stream"),
        IO(Xml + "Linq.XDocument", "Load", "XDocument.LoadAsync", parameter: "uri"),
        IO(Xml + "Linq.XDocument", "Load", "XDocument.LoadAsync", parameter: "textReader"),
        IO(Xml + "Linq.XDocument", "Save", "SaveAsync", parameter: "stream"),
        IO(Xml + "Linq.XDocument", "Save", "SaveAsync", parameter: "fileName"),
        IO(Xml + "Linq.XElement", "Load", "XElement.LoadAsync", parameter: "stream"),
        IO(Xml + "Linq.XElement", "Load", "XElement.LoadAsync", parameter: "uri"),
        IO(Xml + "Linq.XElement", "Load", "XElement.LoadAsync", parameter: "textReader"),
        IO(Xml + "Linq.XElement", "Save", "SaveAsync", parameter: "stream"),
        IO(Xml + "Linq.XElement", "Save", "SaveAsync", parameter: "fileName"),
        IO(Xml + "Serialization.XmlSerializer", "Deserialize", null, Circumstance.OverDevice, "Stream"),
        IO(Xml + "Serialization.XmlSerializer", "Serialize", null, Circumstance.OverDevice, "Stream"),

        IO(Json, "Deserialize", "JsonSerializer.DeserializeAsync", parameter: "Stream"),
        IO(Json, "Serialize", "JsonSerializer.SerializeAsync", parameter: "Stream"),
        IO("System.Text.Json.JsonDocument", "Parse", "JsonDocument.ParseAsync", parameter: "Stream"),
        IO("System.Text.Json.Nodes.JsonNode", "Parse", "JsonNode.ParseAsync", parameter: "Stream"),
        IO("System.Text.Json.Utf8JsonWriter", "Flush", "FlushAsync", Circumstance.OverDevice),

        IO("System.Security.Cryptography.CryptoStream", "FlushFinalBlock", "FlushFinalBlockAsync"),
        IO("System.Security.Cryptography.HashAlgorithm", "ComputeHash", "ComputeHashAsync", parameter: "Stream"),
        IO("System.Security.Cryptography.MD5", "HashData", "HashDataAsync", parameter: "Stream"),
        IO("System.Security.Cryptography.SHA1", "HashData", "HashDataAsync", parameter: "Stream"),
        IO("System.Security.Cryptography.SHA256", "HashData", "HashDataAsync", parameter: "Stream"),
        IO("System.Security.Cryptography.SHA384", "HashData", "HashDataAsync", parameter: "Stream"),
        IO("System.Security.Cryptography.SHA512", "HashData", "HashDataAsync", parameter: "Stream"),

        IO("System.IO.Ports.SerialPort", "Read", "BaseStream.ReadAsync"),
        IO("System.IO.Ports.SerialPort", "ReadByte", "BaseStream.ReadAsync"),
        IO("System.IO.Ports.SerialPort", "ReadChar", "BaseStream.ReadAsync"),
        IO("System.IO.Ports.SerialPort", "ReadLine", "BaseStream.ReadAsync"),
        IO("System.IO.Ports.SerialPort", "ReadTo", "BaseStream.ReadAsync"),
        IO("System.IO.Ports.SerialPort", "Write", "BaseStream.WriteAsync"),
        IO("System.IO.Ports.SerialPort", "WriteLine", "BaseStream.WriteAsync"),
    ];

    private static BlockingCall[] BinaryReaders()
    {
        string[] members =
        [
            "Read", "ReadBoolean", "ReadByte", "ReadBytes", "ReadChar", "ReadChars", "ReadDecimal", "ReadDouble",
            "ReadExactly", "ReadHalf",
            "ReadInt16", "ReadInt32", "ReadInt64", "ReadSByte", "ReadSingle", "ReadString", "ReadUInt16", "ReadUInt32",
            "ReadUInt64",
            "Read7BitEncodedInt", "Read7BitEncodedInt64",
        ];
        return System.Array.ConvertAll(members, member => IO(BinaryReader, member, null, Circumstance.OverDevice));
    }
}
