using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("ThreadPoolDoctor.Tool.Tests")]
