using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What the build of a project tells of: places that block, its own and those of other projects that it is the first to
/// come to. Who refers to it has nothing new to say of them.
/// </summary>
internal sealed class ToldPlaces
{
    // Whether it was a warning.
    private readonly Dictionary<(string File, int Line, string Wait), bool> _places = [];

    public IEnumerable<(string File, int Line, string Wait, bool IsWarning)> All =>
        _places.Select(pair => (pair.Key.File, pair.Key.Line, pair.Key.Wait, pair.Value));

    public void Add(string file, int line, string wait, bool isWarning)
    {
        (string, int, string) place = (System.IO.Path.GetFileName(file), line, wait);
        _places[place] = isWarning || _places.TryGetValue(place, out bool before) && before;
    }

    /// <summary>Whether a place was told, and not more quietly than it would be now.</summary>
    public bool Hold(ForeignCall call, bool isWarning) =>
        _places.TryGetValue((System.IO.Path.GetFileName(call.File), call.Line, call.ToString()), out bool warned)
            && (warned || !isWarning);
}
