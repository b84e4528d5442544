using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>Where a process has its runtime from, by what the kernel says it has mapped.</summary>
public class RuntimeVersionTests
{
    private const string Shared = "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12";

    [Fact]
    public void A_process_without_a_runtime_has_no_folder_of_one() =>
        RuntimeVersion.RuntimeFolder(Maps("/usr/bin/sleep", "/usr/lib/libc.so.6")).ShouldBeNull();

    [Fact]
    public void A_line_that_names_no_file_is_passed_over() =>
        RuntimeVersion.RuntimeFolder("7f0000000000-7f0000001000 r-xp 00000000 00:00 0 [x]/libcoreclr.so\n").ShouldBeNull();

    [Fact]
    public void A_program_that_carries_its_runtime_has_it_in_its_own_folder() =>
        RuntimeVersion.RuntimeFolder(Maps("/usr/lib/libc.so.6", "/srv/my shop/libcoreclr.so")).ShouldBe("/srv/my shop");

    [Fact]
    public void A_runtime_in_the_root_of_the_file_system_is_found() =>
        RuntimeVersion.RuntimeFolder(Maps("/libcoreclr.so")).ShouldBe("");

    [Fact]
    public void A_shared_runtime_goes_before_any_other() =>
        RuntimeVersion.RuntimeFolder(Maps("/srv/a/libcoreclr.so", Shared + "/libcoreclr.so", "/srv/b/libcoreclr.so"))
            .ShouldBe(Shared);

    private static string Maps(params string[] files) =>
        string.Concat(files.Select(file => $"7f0000000000-7f0000001000 r-xp 00000000 fe:00 350922    {file}\n"));
}
