using ThreadPoolDoctor.Benchmarks;
using ThreadPoolDoctor.Benchmarks.Adverse;
using ThreadPoolDoctor.Benchmarks.Compare;
using ThreadPoolDoctor.Benchmarks.Governed;

// Processes that a mode starts.
if (args is ["governed-case", var governedCase, var how]) return GovernedMode.RunCase(governedCase, how == "governed");
if (args is ["adverse-one", var adversity, var onWhich]) return AdverseMode.RunOne(adversity, onWhich == "bundled");
if (args is ["compare-child", var variant, .. var count]) return VariantProcess.Run(variant, count is [var number] ? int.Parse(number) : null);

bool asksForHelp = args.Any(static argument => argument is "--help" or "-h" or "help");
if (asksForHelp || ModeTable.All.FirstOrDefault(mode => mode.Name == args.FirstOrDefault()) is not { } chosen)
{
    (asksForHelp ? Console.Out : Console.Error).Write(ModeTable.Help());
    return asksForHelp ? 0 : 2;
}
try
{
    var options = new Options(args[1..]);
    options.Require(chosen.OptionNames);
    return chosen.Run(options);
}
catch (BadOptionException e)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}
