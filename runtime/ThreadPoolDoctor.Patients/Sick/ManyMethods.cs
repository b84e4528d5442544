using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A large program: `--methods 60000` were compiled before work items began to sleep. The doctor asks for the names of
/// them all.
/// </summary>
internal static class ManyMethods
{
    private const int MethodsOfAType = 50;

    public static void Run(Session session)
    {
        Compile(session.Option("methods", 60_000));
        session.Every(10, static () => ThreadPool.QueueUserWorkItem(static _ => Load(1)));
        session.ReadyWhenStarving();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Load(int id)
    {
        Thread.Sleep(500); // blamed TPD002
        GC.KeepAlive(id);
    }

    /// <summary>Types with names and signatures as long as those of a real program.</summary>
    private static void Compile(int methods)
    {
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new("Large"), AssemblyBuilderAccess.Run).DefineDynamicModule("Large");
        Type[] types = [.. Enumerable.Range(0, (methods + MethodsOfAType - 1) / MethodsOfAType).Select(number => Define(module, number))];
        Parallel.ForEach(types, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, static type =>
        {
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Static)) RuntimeHelpers.PrepareMethod(method.MethodHandle);
        });
    }

    private static Type Define(ModuleBuilder module, int number)
    {
        TypeBuilder type = module.DefineType($"Company.Product.Subsystem{number / 100}.Services.GeneratedService{number}", TypeAttributes.Public | TypeAttributes.Class);
        for (int i = 0; i < MethodsOfAType; i++)
        {
            MethodBuilder method = type.DefineMethod(
                $"HandleRequestNumber{i}", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [typeof(string), typeof(int), typeof(Dictionary<string, int>)]);
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Ret);
        }
        return type.CreateType();
    }
}
