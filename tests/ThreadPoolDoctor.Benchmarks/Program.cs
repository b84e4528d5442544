Console.Error.WriteLine("No benchmarks yet.");
return 2;
