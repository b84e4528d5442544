using System.Reflection.Emit;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>What a call takes and gives.</summary>
/// <param name="Parameters">Without the object that it is called on.</param>
/// <param name="OnObject">Whether it is called on one.</param>
/// <param name="Returns">Whether it gives a value back.</param>
internal readonly record struct CallShape(int Parameters, bool OnObject, bool Returns);

/// <summary>
/// Where the values come from that instructions take from the stack: walks back in a straight line, through locals, and
/// gives up where branches meet, for there the value may be one of several.
/// </summary>
internal sealed class ILValues
{
    // Nobody passes a task through more locals.
    private const int MostLocals = 8;

    private readonly IReadOnlyList<ILInstruction> _code;
    private readonly Func<int, CallShape?> _shapeOf;
    private readonly HashSet<int> _targets;

    /// <param name="code">The whole method.</param>
    /// <param name="shapeOf">The shape of the method that a call's token means; null where it is not known.</param>
    public ILValues(IReadOnlyList<ILInstruction> code, Func<int, CallShape?> shapeOf)
    {
        (_code, _shapeOf) = (code, shapeOf);
        _targets = [.. code.Zip(code.Skip(1), (branch, next) => branch.Target(next.Offset)).OfType<int>()];
    }

    /// <summary>The shape of the call at this index; null where it is none, or not known.</summary>
    public CallShape? ShapeOf(int at) => _code[at].IsCall ? _shapeOf(_code[at].Operand) : null;

    /// <summary>
    /// Index of the call or the load of a field that made the value which lies below <paramref name="above"/> others on
    /// the stack where the instruction <paramref name="at"/> begins; null where that is not certain.
    /// </summary>
    public int? MakerOf(int at, int above)
    {
        for (int hops = 0; hops < MostLocals; hops++)
        {
            if (PusherOf(at, above) is not { } pusher) return null;
            if (_code[pusher].IsCall || _code[pusher].LoadsField) return pusher;
            if (StoreOf(_code[pusher].LocalRead, pusher) is not { } store) return null;
            (at, above) = (store, 0);
        }
        return null;
    }

    private int? PusherOf(int at, int above)
    {
        for (int i = at - 1; i >= 0; i--)
        {
            if (!FollowsStraight(i) || Effect(_code[i]) is not { } effect) return null;
            if (above < effect.Pushes) return i;
            above += effect.Pops - effect.Pushes;
        }
        return null;
    }

    /// <summary>
    /// The only instruction that writes this local, or the last one before, when nothing branches in between.
    /// </summary>
    private int? StoreOf(int local, int before)
    {
        if (local < 0) return null;
        bool straight = true;
        for (int i = before - 1; i >= 0; i--)
        {
            straight &= FollowsStraight(i);
            if (_code[i].LocalWritten == local) return straight || _code.Count(one => one.LocalWritten == local) == 1 ? i : null;
        }
        return null;
    }

    /// <summary>Whether the next instruction runs after this one, and after no other.</summary>
    private bool FollowsStraight(int at) =>
        _code[at].Code.FlowControl is FlowControl.Next or FlowControl.Call or FlowControl.Meta && !_targets.Contains(_code[at + 1].Offset);

    private (int Pops, int Pushes)? Effect(ILInstruction one)
    {
        if (!one.IsCall)
        {
            return Count(one.Code.StackBehaviourPop, "Pop") is { } pops && Count(one.Code.StackBehaviourPush, "Push") is { } pushes
                ? (pops, pushes)
                : null;
        }
        if (_shapeOf(one.Operand) is not { } shape) return null;
        bool made = one.Code == OpCodes.Newobj;
        return (shape.Parameters + (shape.OnObject && !made ? 1 : 0), shape.Returns || made ? 1 : 0);
    }

    /// <summary>By the name: Pop0 is none, Popi_popi_popi three; Varpop is not known.</summary>
    private static int? Count(StackBehaviour behaviour, string kind)
    {
        string name = behaviour.ToString();
        if (!name.StartsWith(kind, StringComparison.Ordinal)) return null;
        return name == kind + "0" ? 0 : 1 + name.Count(letter => letter == '_');
    }
}
