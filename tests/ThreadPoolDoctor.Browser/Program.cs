using Microsoft.Playwright;
using ThreadPoolDoctor.Browser;

// Looks at the HTML report in a real browser: ThreadPoolDoctor.Browser /usr/bin/chromium [folder for pictures]. Ends
// with "N passed, N failed".
using IPlaywright playwright = await Playwright.CreateAsync();
await using IBrowser browser = await playwright.Chromium.LaunchAsync(new() { ExecutablePath = args[0], Args = ["--no-sandbox"] });
string folder = Directory.CreateTempSubdirectory("tpdoctor-html-").FullName;
string? pictures = args.ElementAtOrDefault(1);
int passed = 0, failed = 0;

IPage page = await OpenAsync(Reports.Starving, new());
await CheckAsync("the slider answers to keys", async () =>
{
    await page.FocusAsync("#moment");
    await page.Keyboard.PressAsync("Home");
    Same("second 0.75, threads 8, queue 0, completed per second 20, processors in use, % 1.7", await page.TextContentAsync("#reading"));
    await page.Keyboard.PressAsync("ArrowRight");
    Same("500", await page.GetAttributeAsync(".chart line", "x1"));
    Same(await page.TextContentAsync("#reading"), await page.GetAttributeAsync("#moment", "aria-valuetext"));
});
await CheckAsync("the flame graph is one stop of the tab key, and is walked by arrows", async () =>
{
    await page.FocusAsync(".flame button >> nth=0");
    foreach (string key in (string[])["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"]) await page.Keyboard.PressAsync(key);
    Same("Shop.Orders.Enter(int)", await page.EvaluateAsync<string>("document.activeElement.textContent"));
    Same("25 %, 6 s of threads: Shop.Orders.Enter(int) in /src/Shop/Orders.cs:9", await page.TextContentAsync("#frame"));
    Same(1, await page.Locator(".flame button[tabindex='0']").CountAsync());
});
await CheckAsync("Enter widens a frame and Escape shows all again", async () =>
{
    await page.Keyboard.PressAsync("Enter");
    Same("100%", await page.EvaluateAsync<string>("document.activeElement.style.width"));
    Same(2, await page.Locator(".flame button.away").CountAsync());
    await page.Keyboard.PressAsync("Escape");
    Same("25%", await page.EvaluateAsync<string>("document.activeElement.style.width"));
    Same(0, await page.Locator(".flame button.away").CountAsync());
});
await CheckAsync("what has the focus is seen to have it", async () =>
    Same("3px", await page.EvaluateAsync<string>("getComputedStyle(document.activeElement).outlineWidth")));
await CheckAsync("every text can be read, in light and in dark", async () =>
{
    foreach (ColorScheme scheme in (ColorScheme[])[ColorScheme.Light, ColorScheme.Dark])
    {
        await page.EmulateMediaAsync(new() { ColorScheme = scheme });
        string[] faint = await page.EvaluateAsync<string[]>(Scripts.FaintTexts);
        if (faint.Length > 0) throw new InvalidOperationException($"{scheme}: {string.Join("; ", faint)}");
        if (pictures is not null) await page.ScreenshotAsync(new() { Path = Path.Combine(pictures, $"report-{scheme}.png".ToLowerInvariant()), FullPage = true });
    }
});
await CheckAsync("light and dark differ", async () =>
{
    const string Background = "getComputedStyle(document.body).backgroundColor";
    await page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Light });
    string light = await page.EvaluateAsync<string>(Background);
    await page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Dark });
    if (light == await page.EvaluateAsync<string>(Background)) throw new InvalidOperationException(light);
});
await CheckAsync("a narrow screen need not be scrolled sideways", async () =>
{
    await page.SetViewportSizeAsync(360, 700);
    Same("", string.Join("; ", await page.EvaluateAsync<string[]>(Scripts.WiderThanTheScreen)));
    await page.SetViewportSizeAsync(1280, 800);
});
await CheckAsync("on paper all stacks are open and nothing is left to press", async () =>
{
    byte[] paper = await page.PdfAsync();
    Same(true, paper.Length > 10_000);
    Same(0, await page.Locator("details:not([open])").CountAsync());
    await page.EmulateMediaAsync(new() { Media = Media.Print });
    Same(false, await page.IsVisibleAsync("#moment"));
    if (pictures is not null) await File.WriteAllBytesAsync(Path.Combine(pictures, "report.pdf"), paper);
});
IPage hostile = await OpenAsync(Reports.HostileNames, new());
await CheckAsync("hostile names are text", async () =>
{
    await hostile.HoverAsync(".flame button >> nth=4");
    Same(true, await hostile.EvaluateAsync<bool>("typeof hit === 'undefined' && !document.querySelector('img')"));
    Same(1, await hostile.Locator("script").CountAsync());
    Same(true, (await hostile.TitleAsync()).Contains("<script>hit=1</script>", StringComparison.Ordinal));
    Same(false, (await hostile.ContentAsync()).Contains('\u202e', StringComparison.Ordinal));
});
IPage still = await OpenAsync(Reports.Starving, new() { JavaScriptEnabled = false });
await CheckAsync("without scripts it still shows all", async () =>
{
    Same(true, await still.IsVisibleAsync(".flame button >> nth=5"));
    Same(5, await still.Locator(".chart svg").CountAsync());
});
Console.WriteLine($"{passed} passed, {failed} failed");
Directory.Delete(folder, recursive: true);
return failed == 0 ? 0 : 1;

// A page that complains, or asks for anything but its own file, fails the check that comes next.
async Task<IPage> OpenAsync(string html, BrowserNewContextOptions options)
{
    string file = Path.Combine(folder, $"{Guid.NewGuid()}.html");
    await File.WriteAllTextAsync(file, html);
    IBrowserContext context = await browser.NewContextAsync(options);
    IPage opened = await context.NewPageAsync();
    List<string> complaints = [];
    opened.Console += (_, message) => complaints.Add(message.Text);
    opened.PageError += (_, error) => complaints.Add(error);
    opened.Dialog += (_, dialog) => complaints.Add(dialog.Message);
    opened.Request += (_, request) => complaints.Add("asked for " + request.Url);
    await opened.GotoAsync("file://" + file);
    await CheckAsync("the report opens without a complaint or a request", () =>
    {
        Same("asked for file://" + file, string.Join("; ", complaints));
        return Task.CompletedTask;
    });
    return opened;
}

async Task CheckAsync(string what, Func<Task> check)
{
    try
    {
        await check();
        passed++;
        Console.WriteLine("ok: " + what);
    }
    catch (Exception trouble)
    {
        failed++;
        Console.WriteLine($"FAILED: {what}: {trouble.Message}");
    }
}

static void Same<T>(T expected, T actual)
{
    if (!Equals(expected, actual)) throw new InvalidOperationException($"{actual} instead of {expected}");
}
