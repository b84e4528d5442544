Console.Error.WriteLine("No commands yet.");
return 2;
