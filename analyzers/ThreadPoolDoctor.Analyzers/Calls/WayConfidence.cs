using System;
using System.Globalization;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// How sure a way to a wait is, from whatever step it is looked at: the same whichever projects its steps are in.
/// </summary>
/// <param name="isSure">Whether each step is taken by whoever comes to it: under no condition of which nothing is
/// known.</param>
/// <param name="room">How many more steps may lead to it before it is too long to be told, should one of them all not
/// be sure.</param>
internal readonly struct WayConfidence(bool isSure, int room)
{
    /// <summary>What every helper on the way surely comes to is told, however many there are.</summary>
    public bool IsLow => !isSure && room < 0;

    /// <summary>The same from one step further away.</summary>
    public WayConfidence Behind(bool isSureStep, int length) => new(isSure && isSureStep, room - length);

    /// <summary>As a summary has it: <c>3</c>, and <c>3?</c> where something is not sure.</summary>
    public override string ToString() => room.ToString(CultureInfo.InvariantCulture) + (isSure ? "" : "?");

    /// <summary>
    /// Null for what is no such text, or no length that a way can have: a file may have been put together by hand.
    /// </summary>
    public static WayConfidence? Read(string text)
    {
        bool isSure = !text.EndsWith("?", StringComparison.Ordinal);
        return int.TryParse(isSure ? text : text.Substring(0, text.Length - 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int room)
            && Math.Abs((long)room) < short.MaxValue ? new WayConfidence(isSure, room) : null;
    }
}
