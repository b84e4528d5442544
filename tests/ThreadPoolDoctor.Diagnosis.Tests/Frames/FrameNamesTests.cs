using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Tests.Frames;

public static class FrameNamesTests
{
    public class Plain_members
    {
        [Theory]
        [InlineData("Shop.Orders", "Load", "instance int32  (int32)", "Shop.Orders.Load(int)")]
        [InlineData("Orders", "Load", "void  ()", "Orders.Load()")]
        [InlineData("Shop.Orders", "Load", "", "Shop.Orders.Load")]
        [InlineData("Shop.Orders+Line", "Add", "void  ()", "Shop.Orders.Line.Add()")]
        [InlineData("Shop.Orders", ".ctor", "instance void  (int32)", "new Shop.Orders(int)")]
        [InlineData("Shop.Orders", ".cctor", "void  ()", "static Shop.Orders()")]
        [InlineData("Shop.Orders", "get_Total", "instance value class System.Decimal  ()", "Shop.Orders.Total.get")]
        [InlineData("Shop.Orders", "set_Total", "instance void  (value class System.Decimal)", "Shop.Orders.Total.set")]
        [InlineData("Shop.Orders", "add_Changed", "instance void  (class System.EventHandler)", "Shop.Orders.Changed.add")]
        [InlineData("Shop.Orders", "get_Item", "instance int32  (int32,class System.String)", "Shop.Orders.this[int, string].get")]
        [InlineData("Shop.Orders", "set_Item", "instance void  (int32,class System.String)", "Shop.Orders.this[int].set")]
        [InlineData("Shop.Orders", "get_Item", "instance int32  ()", "Shop.Orders.Item.get")]
        [InlineData("Shop.Money", "op_Addition", "class Shop.Money  (class Shop.Money,class Shop.Money)", "Shop.Money.operator +(Money, Money)")]
        [InlineData("Shop.Money", "op_Implicit", "value class System.Decimal  (class Shop.Money)", "Shop.Money.implicit operator decimal(Money)")]
        [InlineData("Shop.Money", "op_Explicit", "class Shop.Money  (value class System.Decimal)", "Shop.Money.explicit operator Money(decimal)")]
        [InlineData("Shop.Order", "<Clone>$", "instance class Shop.Order  ()", "Shop.Order with")]
        [InlineData("Shop.Order", "PrintMembers", "instance bool  (class System.Text.StringBuilder)", "Shop.Order.PrintMembers(StringBuilder)")]
        [InlineData("Shop.Orders", "Shop.IThing.Do", "instance void  (class System.Object,int32&)", "Shop.Orders.IThing.Do(object, ref int)")]
        [InlineData("Shop.Orders", "System.Collections.Generic.IEnumerable<System.Int32>.GetEnumerator", "instance class System.Collections.Generic.IEnumerator`1<int32>  ()", "Shop.Orders.IEnumerable<int>.GetEnumerator()")]
        [InlineData("Shop.Orders", "Shop.IThing.get_Total", "instance int32  ()", "Shop.Orders.IThing.Total.get")]
        public void Are_shown_in_CSharp_style(string type, string method, string signature, string expected) =>
            FrameNames.Display(type, method, signature).ShouldBe(expected);
    }

    public class Parameters
    {
        [Theory]
        [InlineData("class System.String,int32", "string, int")]
        [InlineData("unsigned int8[],int16,unsigned int16,unsigned int32,int64,unsigned int64", "byte[], short, ushort, uint, long, ulong")]
        [InlineData("wchar,int8,float32,float64,bool", "char, sbyte, float, double, bool")]
        [InlineData("int,unsigned int,void*,wchar**", "nint, nuint, void*, char**")]
        [InlineData("int32&,class System.String[][]", "ref int, string[][]")]
        [InlineData("int32[,],class System.Object[0...,0...]", "int[,], object[,]")]
        [InlineData("class System.Collections.Generic.List`1<class System.String>", "List<string>")]
        [InlineData("class System.Collections.Generic.Dictionary`2<class System.String,class System.Collections.Generic.List`1<int32>>,int32", "Dictionary<string, List<int>>, int")]
        [InlineData("value class System.Nullable`1<int32>", "int?")]
        [InlineData("value class System.Threading.CancellationToken", "CancellationToken")]
        [InlineData("required_modifier System.Runtime.InteropServices.InAttribute int32&", "ref int")]
        [InlineData("fnptr void (int32,int32),int32", "delegate*, int")]
        [InlineData("", "")]
        public void Are_in_CSharp_keywords(string runtime, string expected) =>
            FrameNames.Display("A", "B", $"void  ({runtime})").ShouldBe($"A.B({expected})");

        [Theory]
        [InlineData("void  (")]
        [InlineData("void  )")]
        [InlineData("()")]
        [InlineData("(((")]
        [InlineData("void  (]],[[)")]
        [InlineData("void  (class ,!!,!,`,<,[],&,*)")]
        [InlineData("void  (class A`99999999999<)")]
        public void Nonsense_is_survived(string signature) =>
            FrameNames.Display("A", "B", signature).ShouldStartWith("A.B");
    }

    public class Compiler_made_members
    {
        [Theory]
        [InlineData("Shop.Orders+<Load>d__3", "MoveNext", "Shop.Orders.Load")]
        [InlineData("Shop.Orders+<Iter>d__6", "System.Collections.IEnumerator.get_Current", "Shop.Orders.Iter")]
        [InlineData("Shop.Orders+<Iter>d__6", "<>m__Finally1", "Shop.Orders.Iter")]
        [InlineData("Shop.Orders+<>c", "<Run>b__2_0", "lambda in Shop.Orders.Run")]
        [InlineData("Shop.Orders+<>c__DisplayClass1_0", "<Run>b__0", "lambda in Shop.Orders.Run")]
        [InlineData("Shop.Orders", "<Run>b__3_0", "lambda in Shop.Orders.Run")]
        [InlineData("Shop.Orders", "<Run>g__Inner|2_0", "Inner in Shop.Orders.Run")]
        [InlineData("Shop.Orders+<>c__DisplayClass5_0`1[System.__Canon]", "<WithLocal>g__Inner|0", "Inner in Shop.Orders.WithLocal")]
        [InlineData("Shop.Orders+<>c__DisplayClass1_0+<<Run>b__0>d", "MoveNext", "lambda in Shop.Orders.Run")]
        [InlineData("Shop.Orders+<>c+<<Run>b__2_0>d", "MoveNext", "lambda in Shop.Orders.Run")]
        [InlineData("Shop.Orders+<<Run>g__Inner|2_0>d", "MoveNext", "Inner in Shop.Orders.Run")]
        [InlineData("Shop.Orders+<>c__DisplayClass1_0+<<Run>g__Inner|0>d`1[System.__Canon]", "MoveNext", "Inner in Shop.Orders.Run")]
        [InlineData("Shop.Orders+<>c", "<.ctor>b__2_0", "lambda in new Shop.Orders")]
        [InlineData("Shop.Orders+<>c", "<.cctor>b__2_0", "lambda in static Shop.Orders")]
        [InlineData("Shop.Orders+<>c", "<get_Total>b__2_0", "lambda in Shop.Orders.Total.get")]
        [InlineData("Shop.Orders+<Shop-IThing-DoAsync>d__5", "MoveNext", "Shop.Orders.IThing.DoAsync")]
        [InlineData("Shop.Orders+<>c", "<Shop.IThing.Do>b__5_0", "lambda in Shop.Orders.IThing.Do")]
        [InlineData("Shop.Orders+Line+<>c", "<Add>b__2_0", "lambda in Shop.Orders.Line.Add")]
        public void Are_shown_under_the_name_a_person_wrote(string type, string method, string expected) =>
            FrameNames.Display(type, method, "instance void  (class System.Object)").ShouldBe(expected);

        [Theory]
        [InlineData("Program", "<Main>$", "Program.Main")]
        [InlineData("Program", "<Main>", "Program.Main")]
        [InlineData("Program+<<Main>$>d__0", "MoveNext", "Program.Main")]
        [InlineData("Program+<>c", "<<Main>$>b__0_0", "lambda in Program.Main")]
        [InlineData("Program", "<<Main>$>g__Work|0_0", "Work in Program.Main")]
        [InlineData("Program+<>c+<<<Main>$>b__0_1>d", "MoveNext", "lambda in Program.Main")]
        [InlineData("Program+<<<Main>$>g__Work|0_0>d", "MoveNext", "Work in Program.Main")]
        public void Top_level_statements_are_Program_Main(string type, string method, string expected) =>
            FrameNames.Display(type, method, "void  (class System.String[])").ShouldBe(expected);

        [Theory]
        [InlineData("Shop.Orders+VB$StateMachine_3_Load", "MoveNext", "Shop.Orders.Load")]
        [InlineData("Shop.Orders+_Closure$__", "_Lambda$__1-0", "lambda in Shop.Orders")]
        [InlineData("Shop.Orders+Load@12-1", "Invoke", "lambda in Shop.Orders.Load")]
        [InlineData("Shop.Orders+Load@15", "MoveNext", "Shop.Orders.Load")]
        public void Visual_Basic_and_FSharp_have_their_own_ways(string type, string method, string expected) =>
            FrameNames.Display(type, method, "instance void  ()").ShouldBe(expected);

        [Fact]
        public void A_file_local_type_loses_its_hash() =>
            FrameNames.Display("Shop.<Program>F0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF__Helper", "Run", "void  ()")
                .ShouldBe("Shop.Helper.Run()");

        [Theory]
        [InlineData("dynamicClass", "lambda_method4")]
        [InlineData("", "IL_STUB_PInvoke")]
        public void Code_made_at_run_time_says_so(string type, string method) =>
            FrameNames.Display(type, method, "void  (class System.Object)").ShouldBe(method + " (made at run time)");

        [Fact]
        public void Endless_names_are_repeated_and_not_read() =>
            FrameNames.Display(new string('<', 30_000), new string('<', 30_000), new string('&', 30_000)).ShouldNotBeNull();

        [Theory]
        [InlineData("<", "<")]
        [InlineData("+", "<>b__")]
        [InlineData("<>", "<>")]
        [InlineData("A+<", ">")]
        [InlineData("A+<<>d", "MoveNext")]
        [InlineData("A`1`2[", "<A")]
        [InlineData("A`4000000000", ".")]
        [InlineData("[]", "..")]
        public void Nonsense_is_survived(string type, string method) =>
            FrameNames.Display(type, method, "void  ()").ShouldNotBeNull();
    }

    public class Generics
    {
        [Theory]
        [InlineData("Shop.Repository`1[System.__Canon]", "Get", "instance generic !!0  (!0,!!0)", "Shop.Repository<T>.Get<TMethod>(T, TMethod)")]
        [InlineData("Shop.Repository`1[System.Int32]", "Get", "instance !0  (int32)", "Shop.Repository<T>.Get(int)")]
        [InlineData("Shop.Map`2[System.__Canon,System.Int32]", "Add", "instance void  (!0,!1)", "Shop.Map<T1, T2>.Add(T1, T2)")]
        [InlineData("Shop.Orders", "Load", "generic class System.Collections.Generic.List`1<!!0>  (!!0,!!1)", "Shop.Orders.Load<T1, T2>(T1, T2)")]
        [InlineData("Shop.Orders", "Load", "generic void  ()", "Shop.Orders.Load<T>()")]
        [InlineData("Shop.Map`2+Entry`1[A,B,C]", "Get", "instance !2  ()", "Shop.Map<T1, T2>.Entry<T3>.Get()")]
        [InlineData("System.Collections.Generic.List`1[System.__Canon]", ".ctor", "instance void  ()", "new System.Collections.Generic.List<T>()")]
        [InlineData("Shop.Calls", "Get", "generic !!0  (value class ConfiguredTaskAwaiter<!!0>)", "Shop.Calls.Get<T>(ConfiguredTaskAwaiter<T>)")]
        [InlineData("Shop.Map`2[A,B]", "Walk", "instance void  (value class Enumerator<!0,class KeyCollection<!0,!1>>[])", "Shop.Map<T1, T2>.Walk(Enumerator<T1, KeyCollection<T1, T2>>[])")]
        [InlineData("Shop.Orders", "System.IEquatable<System.Collections.Generic.List<System.Int32>>.Equals", "instance bool  ()", "Shop.Orders.IEquatable<List<int>>.Equals()")]
        [InlineData("System.Threading.Tasks.Task`1[System.Int32]", "GetResultCore", "instance !0  (bool)", "System.Threading.Tasks.Task<T>.GetResultCore(bool)")]
        public void One_name_stands_for_all_instances(string type, string method, string signature, string expected) =>
            FrameNames.Display(type, method, signature).ShouldBe(expected);

        [Fact]
        public void Names_from_metadata_are_used_when_known() =>
            FrameNames.Display("Shop.Repository`1[System.__Canon]", "Get", "instance generic !!0  (!0,!!0)", new WrittenParameters(["TItem"], ["TKey"]))
                .ShouldBe("Shop.Repository<TItem>.Get<TKey>(TItem, TKey)");

        [Fact]
        public void Are_named_from_metadata_alone_where_a_method_was_inlined() =>
            FrameNames.Display("Shop.Repository`1", "Get", "", new WrittenParameters(["TItem"], ["TKey"], ["TItem", "TKey"]))
                .ShouldBe("Shop.Repository<TItem>.Get<TKey>(TItem, TKey)");

        [Fact]
        public void A_conversion_that_was_inlined_has_the_name_of_one_that_was_not() =>
            FrameNames.Display("Shop.Money", "op_Implicit", "", new WrittenParameters([], [], ["Money"], "decimal"))
                .ShouldBe(FrameNames.Display("Shop.Money", "op_Implicit", "value class System.Decimal  (class Shop.Money)"));

        [Fact]
        public void An_async_method_shows_the_parameters_a_person_wrote() =>
            FrameNames.Display("Shop.Orders+<Load>d__3`1[System.__Canon]", "MoveNext", "instance void  ()", new WrittenParameters([], ["TKey"], ["int", "TKey"]))
                .ShouldBe("Shop.Orders.Load<TKey>(int, TKey)");

        [Theory]
        [InlineData("System.Threading.Tasks.Task`1[System.Int32]", "System.Threading.Tasks.Task`1")]
        [InlineData("A`1+B`1[C`1[D],E]", "A`1+B`1")]
        [InlineData("Shop.Orders", "Shop.Orders")]
        public void The_definition_has_no_arguments(string type, string expected) =>
            new Frame("", type, "M").TypeDefinition.ShouldBe(expected);
    }
}
