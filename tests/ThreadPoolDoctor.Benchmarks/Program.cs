if (args is ["doctor", ..]) return ThreadPoolDoctor.Benchmarks.Doctor.DoctorCost.Run(args);

Console.Error.WriteLine("No benchmarks yet.");
return 2;
