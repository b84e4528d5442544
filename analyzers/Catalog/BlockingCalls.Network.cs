using System.Linq;

namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string Socket = "System.Net.Sockets.Socket";
    private const string Net = "System.Net.";
    private const string WebClient = "System.Net.WebClient";

    private static BlockingCall[] Network() =>
    [
        IO(Socket, "Accept", "AcceptAsync"),
        IO(Socket, "Connect", "ConnectAsync"),
        IO(Socket, "Disconnect", "DisconnectAsync"),
        IO(Socket, "Receive", "ReceiveAsync"),
        IO(Socket, "ReceiveFrom", "ReceiveFromAsync"),
        IO(Socket, "ReceiveMessageFrom", "ReceiveMessageFromAsync"),
        IO(Socket, "Send", "SendAsync"),
        IO(Socket, "SendTo", "SendToAsync"),
        IO(Socket, "SendFile", "SendFileAsync"),
        IO(Socket, "Poll"),
        IO(Socket, "Select"),
        IO(Socket, "EndAccept", "AcceptAsync"),
        IO(Socket, "EndConnect", "ConnectAsync"),
        IO(Net + "Sockets.TcpClient", "Connect", "ConnectAsync"),
        // new TcpClient(host, port) connects at once; the other constructors do not.
        IO(Net + "Sockets.TcpClient", ".ctor", "ConnectAsync", parameter: "hostname"),
        IO(Net + "Sockets.TcpClient", "EndConnect", "ConnectAsync"),
        IO(Net + "Sockets.TcpListener", "AcceptTcpClient", "AcceptTcpClientAsync"),
        IO(Net + "Sockets.TcpListener", "AcceptSocket", "AcceptSocketAsync"),
        IO(Net + "Sockets.TcpListener", "EndAcceptTcpClient", "AcceptTcpClientAsync"),
        IO(Net + "Sockets.TcpListener", "EndAcceptSocket", "AcceptSocketAsync"),
        IO(Net + "Sockets.UdpClient", "Receive", "ReceiveAsync"),
        IO(Net + "Sockets.UdpClient", "Send", "SendAsync"),

        IO(Net + "Dns", "GetHostAddresses", "Dns.GetHostAddressesAsync"),
        IO(Net + "Dns", "GetHostEntry", "Dns.GetHostEntryAsync"),
        IO(Net + "Dns", "GetHostByName", "Dns.GetHostEntryAsync"),
        IO(Net + "Dns", "GetHostByAddress", "Dns.GetHostEntryAsync"),
        IO(Net + "Dns", "Resolve", "Dns.GetHostEntryAsync"),
        IO(Net + "NetworkInformation.Ping", "Send", "SendPingAsync"),

        IO("Microsoft.AspNetCore.Http.HttpRequest", "get_Form", "ReadFormAsync", Circumstance.ReadOnce),
        IO(Net + "Http.HttpMessageInvoker", "Send", "SendAsync"),
        IO(Net + "Http.HttpClient", "Send", "SendAsync"),
        IO(Net + "Http.HttpMessageHandler", "Send", "SendAsync"),
        IO(Net + "Http.HttpContent", "ReadAsStream", "ReadAsStreamAsync"),
        IO(Net + "Http.HttpContent", "CopyTo", "CopyToAsync"),
        IO(Net + "WebRequest", "GetResponse", "GetResponseAsync"),
        IO(Net + "WebRequest", "GetRequestStream", "GetRequestStreamAsync"),
        IO(WebClient, "DownloadData", "DownloadDataTaskAsync"),
        IO(WebClient, "DownloadFile", "DownloadFileTaskAsync"),
        IO(WebClient, "DownloadString", "DownloadStringTaskAsync"),
        IO(WebClient, "UploadData", "UploadDataTaskAsync"),
        IO(WebClient, "UploadFile", "UploadFileTaskAsync"),
        IO(WebClient, "UploadString", "UploadStringTaskAsync"),
        IO(WebClient, "UploadValues", "UploadValuesTaskAsync"),
        IO(WebClient, "OpenRead", "OpenReadTaskAsync"),
        IO(WebClient, "OpenWrite", "OpenWriteTaskAsync"),
        IO(Net + "HttpListener", "GetContext", "GetContextAsync"),
        IO(Net + "HttpListenerRequest", "GetClientCertificate", "GetClientCertificateAsync"),

        IO(Net + "Security.SslStream", "AuthenticateAsClient", "AuthenticateAsClientAsync"),
        IO(Net + "Security.SslStream", "AuthenticateAsServer", "AuthenticateAsServerAsync"),
        IO(Net + "Security.NegotiateStream", "AuthenticateAsClient", "AuthenticateAsClientAsync"),
        IO(Net + "Security.NegotiateStream", "AuthenticateAsServer", "AuthenticateAsServerAsync"),
        IO(Net + "Mail.SmtpClient", "Send", "SendMailAsync"),
        IO("MailKit.Net.Smtp.SmtpClient", "Connect", "ConnectAsync"),
        IO("MailKit.MailService", "Connect", "ConnectAsync"),
        IO("MailKit.MailService", "Authenticate", "AuthenticateAsync"),
        IO("MailKit.MailService", "Disconnect", "DisconnectAsync"),
        IO("MailKit.MailTransport", "Send", "SendAsync"),
        IO("MailKit.IMailService", "Connect", "ConnectAsync"),
        IO("MailKit.IMailService", "Authenticate", "AuthenticateAsync"),
        IO("MailKit.IMailService", "Disconnect", "DisconnectAsync"),
        IO("MailKit.IMailTransport", "Send", "SendAsync"),
        IO("RestSharp.RestClient", "Execute", "ExecuteAsync"),
        IO("RestSharp.IRestClient", "Execute", "ExecuteAsync"),
        IO("RestSharp.RestClientExtensions", "Execute", "ExecuteAsync"),
        IO("Grpc.Core.ClientBase", "BlockingUnaryCall", "AsyncUnaryCall"),
        IO("Grpc.Core.CallInvoker", "BlockingUnaryCall", "AsyncUnaryCall"),
        IO("System.Messaging.MessageQueue", "Receive"),
        IO("System.Messaging.MessageQueue", "Peek"),
        IO("Confluent.Kafka.IConsumer`2", "Consume"),
        IO("Confluent.Kafka.IProducer`2", "Flush"),
        IO("NetMQ.ReceivingSocketExtensions", "ReceiveFrameString"),
        IO("NetMQ.ReceivingSocketExtensions", "ReceiveFrameBytes"),
        IO("RabbitMQ.Client.IConnectionFactory", "CreateConnection", when: Circumstance.NoTwin),
        IO("RabbitMQ.Client.ConnectionFactory", "CreateConnection", when: Circumstance.NoTwin),
        IO("RabbitMQ.Client.IConnection", "CreateModel", when: Circumstance.NoTwin),
        .. AnsweredByBroker.Select(member => IO("RabbitMQ.Client.IModel", member, when: Circumstance.NoTwin)),
        .. AnsweredByBroker.Select(member => IO("RabbitMQ.Client.IModelExensions", member, when: Circumstance.NoTwin)),
    ];

    // Until 7.0, whose IChannel is asynchronous, the client waits for the broker's answer to these (RabbitMQ.Client
    // 6.8.1, ModelBase.ModelRpc), and has nothing that could be awaited. What it publishes or acknowledges nobody
    // answers.
    private static string[] AnsweredByBroker =>
    [
        "BasicCancel", "BasicConsume", "BasicGet", "BasicQos", "ConfirmSelect", "ConsumerCount", "MessageCount",
        "ExchangeBind", "ExchangeDeclare", "ExchangeDeclarePassive", "ExchangeDelete", "ExchangeUnbind", "QueueBind", "QueueDeclare",
        "QueueDeclarePassive", "QueueDelete", "QueuePurge", "QueueUnbind", "TxCommit", "TxRollback", "TxSelect",
        "WaitForConfirms", "WaitForConfirmsOrDie",
    ];
}
