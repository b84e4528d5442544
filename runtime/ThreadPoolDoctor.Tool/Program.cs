using ThreadPoolDoctor.Tool.Commands;

return await CommandTree.RunAsync(args);
