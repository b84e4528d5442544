namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A delegate that is kept for those who may wait is run where nobody asked for async, and as much their choice as what
/// stands there.
/// </summary>
public sealed class KeptHalfTests
{
    private const string Kept = "Func<int>? _read; Func<Task<int>>? _ask; bool _isAsync, _isFast; "
        + "public Func<Task<int>>? Ask { get => _ask; set { _isAsync = true; _ask = value; _read = () => value!().Result; } } ";

    [Theory]
    [InlineData("async Task<int> Load() => _isAsync ? await _ask!() : _read!();")]
    [InlineData("async Task<int> Load() => _isAsync ? await _ask!.Invoke() : _read?.Invoke() ?? 5;")]
    [InlineData("async Task<int> Load() { if (_isAsync) { return await _ask!(); } else { return _read!(); } }")]
    [InlineData("async Task<int> Load() { if (_isAsync) return await _ask!(); return _read!(); }")]
    [InlineData("async Task<int> Load() => !_isAsync ? _read!() : await _ask!();")]
    public Task One_that_only_those_run_who_may_wait_is_silent(string load) => Examine.Silent($"class C {{ {Kept} {load} }}");

    [Theory]
    [InlineData("async Task<int> Load() { await Task.Yield(); return _read!(); }")]
    [InlineData("async Task<int> Load() => _isFast ? await _ask!() : _read!();")]
    [InlineData("async Task<int> Load() => _isAsync ? _read!() : await _ask!();")]
    [InlineData("async Task<int> Load() => _isAsync ? await _ask!() : _read!(); async Task<int> Other() { await Task.Yield(); return _read!(); }")]
    public Task One_that_others_run_is_told(string load) => Examine.Reports("TPD001",
        $"class C {{ {Kept.Replace("value!().Result", "[|value!().Result|]")} {load} }}");
}
