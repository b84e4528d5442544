namespace ThreadPoolDoctor.EndToEnd.Packages;

/// <summary>
/// A folder for the fresh projects of one test class, which know nothing of this repository but the packages that are
/// named here.
/// </summary>
public abstract class FreshFolder(params string[] packed) : IAsyncLifetime
{
    public string Root { get; } = Directory.CreateTempSubdirectory("tpd-fresh-").FullName;

    public async Task InitializeAsync()
    {
        foreach (string project in packed) await OwnPackages.Pack(project);
    }

    public Task DisposeAsync()
    {
        Directory.Delete(Root, recursive: true);
        return Task.CompletedTask;
    }

    /// <summary>A project that refers to one package, written as a user would.</summary>
    /// <param name="name">Of the project and of its folder.</param>
    /// <param name="sdk">As in the first line of a project.</param>
    /// <param name="reference">The package's name, and attributes of the reference after it.</param>
    /// <param name="properties">Elements of a property group.</param>
    /// <param name="files">Sources, by name.</param>
    /// <returns>The project's folder.</returns>
    protected string Project(string name, string sdk, string reference, string properties, params (string File, string Text)[] files)
    {
        string folder = Directory.CreateDirectory(Path.Combine(Root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, name + ".csproj"), $"""
            <Project Sdk="{sdk}">
              <PropertyGroup>
                <NuGetAudit>false</NuGetAudit>
                <RestoreAdditionalProjectSources>{OwnPackages.Feed}</RestoreAdditionalProjectSources>
                <RestoreFallbackFolders>{OwnPackages.OfThisUser}</RestoreFallbackFolders>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Version="{OwnPackages.Version}" Include={reference} />
              </ItemGroup>
            </Project>
            """);
        foreach ((string file, string text) in files) File.WriteAllText(Path.Combine(folder, file), text);
        return folder;
    }
}
