using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Tests.Frames;

public class DocumentationIdsTests
{
    [Theory]
    [InlineData("Shop.Orders+<Load>d__3", "MoveNext", "instance void  ()")]
    [InlineData("Shop.Orders+<>c", "<Run>b__0", "instance void  ()")]
    [InlineData("Shop.Store`1[System.__Canon]", "Get", "instance void  ()")]
    [InlineData("Shop.Orders", "Load", "void  (class System.String[])")]
    [InlineData("Shop.Orders", "Load", "void  (int32&)")]
    [InlineData("Shop.Orders", "Load", "")]
    public void What_cannot_be_told_for_certain_is_not_told(string type, string method, string signature) =>
        DocumentationIds.Of(new Frame("Shop", type, method, signature)).ShouldBeNull();

    [Theory]
    [InlineData("Shop.Orders", "Load", "void  (int32)", "M:Shop.Orders.Load(System.Int32)")]
    [InlineData("Shop.Orders", "Load", "void  ()", "M:Shop.Orders.Load")]
    [InlineData("Shop.Orders+Line", ".ctor", "instance void  (class System.String,bool)", "M:Shop.Orders.Line.#ctor(System.String,System.Boolean)")]
    public void What_a_person_wrote_is_told_as_the_compiler_knows_it(string type, string method, string signature, string id) =>
        DocumentationIds.Of(new Frame("Shop", type, method, signature)).ShouldBe(id);
}
