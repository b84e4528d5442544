namespace ThreadPoolDoctor.Browser;

/// <summary>What is asked of the page.</summary>
internal static class Scripts
{
    /// <summary>
    /// The innermost elements that end to the right of the screen, where the page can be scrolled sideways. Tables scroll
    /// by themselves.
    /// </summary>
    public const string WiderThanTheScreen =
        """
        (() => {
          const width = document.documentElement.clientWidth;
          if (width >= document.documentElement.scrollWidth) return [];
          const wide = [...document.querySelectorAll('body *:not(table, table *)')].filter(e => e.getBoundingClientRect().right > width + 1);
          return wide.filter(e => !wide.some(other => other !== e && e.contains(other)))
            .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 60));
        })()
        """;

    /// <summary>Texts whose contrast is below 4.5, as WCAG 2 counts it for text of any size.</summary>
    public const string FaintTexts =
        """
        (() => {
          const parts = colour => colour.match(/[\d.]+/g).map(Number);
          const light = colour => {
            const [r, g, b] = parts(colour).slice(0, 3).map(c => c / 255).map(c => c > 0.03928 ? ((c + 0.055) / 1.055) ** 2.4 : c / 12.92);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const behind = element => {
            for (let e = element; e; e = e.parentElement) {
              const colour = getComputedStyle(e).backgroundColor;
              if (parts(colour)[3] !== 0) return colour;
            }
            return 'rgb(255,255,255)';
          };
          const faint = [];
          for (const element of document.querySelectorAll('h1,h2,p,td,th,code,a,summary,.cure,.quiet,.flame button')) {
            const one = light(getComputedStyle(element).color), other = light(behind(element));
            const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            if (4.5 > contrast) faint.push(element.tagName + '.' + element.className + ' ' + contrast.toFixed(2));
          }
          return [...new Set(faint)];
        })()
        """;
}
