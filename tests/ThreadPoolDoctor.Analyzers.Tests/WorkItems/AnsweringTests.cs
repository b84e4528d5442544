namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>What a server runs while it answers a request, by what its class is: a result, a tag, a rule of a model.</summary>
public sealed class AnsweringTests
{
    [Theory]
    [InlineData("class Bad : ActionResult { public override void ExecuteResult(ActionContext context) => [|Thread.Sleep(500)|]; }")]
    [InlineData("class Bad : ContentResult { public override void ExecuteResult(ActionContext context) { base.ExecuteResult(context); [|Thread.Sleep(500)|]; } }")]
    [InlineData("class Menu : TagHelper { public override void Process(TagHelperContext context, TagHelperOutput output) => [|Thread.Sleep(500)|]; }")]
    [InlineData("class Free : ValidationAttribute { protected override ValidationResult? IsValid(object? value, ValidationContext context) { [|Thread.Sleep(500)|]; return null; } }")]
    [InlineData("class Free : ValidationAttribute { public override bool IsValid(object? value) { [|Thread.Sleep(500)|]; return true; } }")]
    [InlineData("class Order : IValidatableObject { public IEnumerable<ValidationResult> Validate(ValidationContext context) { [|Thread.Sleep(500)|]; return []; } }")]
    [InlineData("class Known : IRouteConstraint { public bool Match(HttpContext? web, IRouter? route, string key, RouteValueDictionary values, RouteDirection direction) { [|Thread.Sleep(500)|]; return true; } }")]
    public Task It_is_a_request(string type) => Examine.Reports("TPD002", Usings + type);

    [Theory]
    [InlineData("class Bad : ActionResult { public void Begin(ActionContext context) => Thread.Sleep(500); }")]
    [InlineData("class Free : ValidationAttribute { public override string FormatErrorMessage(string name) { Thread.Sleep(500); return name; } }")]
    [InlineData("class Own { public void ExecuteResult(ActionContext context) => Thread.Sleep(500); public bool IsValid(object? value) { Thread.Sleep(500); return true; } }")]
    public Task What_else_is_there_is_none(string type) => Examine.Silent(Usings + type);

    private const string Usings = """
        using System.ComponentModel.DataAnnotations;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Razor.TagHelpers;
        using Microsoft.AspNetCore.Routing;

        """;
}
