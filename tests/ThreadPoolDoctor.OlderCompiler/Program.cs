using Microsoft.CodeAnalysis.CSharp;
using ThreadPoolDoctor.OlderCompiler;

// ThreadPoolDoctor.OlderCompiler <arguments of csc>                  compiles, and prints as csc does
// ThreadPoolDoctor.OlderCompiler --fix <ids> <arguments of csc>      applies the fixes for these ids to the sources
string[] ids = args is ["--fix", string said, ..] ? said.Split(',') : [];
string[] arguments = ids.Length > 0 ? args[2..] : args;
CSharpCommandLineArguments parsed = CSharpCommandLineParser.Default.Parse(arguments, Environment.CurrentDirectory, sdkDirectory: null);
foreach (var error in parsed.Errors) Console.WriteLine(error);
if (parsed.Errors.Any(error => error.Severity == Microsoft.CodeAnalysis.DiagnosticSeverity.Error)) return 1;
Job job = new(parsed);
if (ids.Length > 0) return await Fixing.Run(job, ids);
return await Compiling.Run(job, arguments);
