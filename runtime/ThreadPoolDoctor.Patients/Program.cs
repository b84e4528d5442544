Console.Error.WriteLine("No patients yet.");
return 2;
