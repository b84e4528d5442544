namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Reads the lines of stacks while the look goes on, so that its end need not wait for the files of the program. A
/// resolver is used by one thread at a time: whoever has the turn. Where a file does not come, the turn does not
/// either.
/// </summary>
internal sealed class ReadAhead(FrameResolver resolver)
{
    private readonly SemaphoreSlim _turn = new(1);
    private volatile bool _enough;
    private int _reading;

    /// <summary>Reads the stacks that are known by now, on a thread of its own.</summary>
    public void Begin()
    {
        if (Interlocked.Exchange(ref _reading, 1) == 0) new Thread(Read) { IsBackground = true, Name = "tpdoctor lines" }.Start();
    }

    /// <summary>Waits until the resolver may be changed; to be returned.</summary>
    public async Task<Turn> TakeTurnAsync(CancellationToken cancel)
    {
        await _turn.WaitAsync(cancel);
        return new(_turn);
    }

    /// <summary>Ends reading ahead, and waits for the stack that is being read.</summary>
    public void End()
    {
        _enough = true;
        _turn.Wait();
        _turn.Release();
    }

    private void Read()
    {
        try
        {
            for (int stack = 0; !_enough && TryRead(stack); stack++)
            {
                // One after the other, so that a burst gets its turn between two.
            }
        }
        catch (OutOfMemoryException)
        {
            // Whoever reads at the end of the look meets it again, and says so.
        }
        Volatile.Write(ref _reading, 0);
    }

    private bool TryRead(int stack)
    {
        _turn.Wait();
        using Turn turn = new(_turn);
        if (stack >= resolver.Stacks) return false;
        resolver.Resolve(stack);
        return true;
    }

    internal sealed class Turn(SemaphoreSlim turn) : IDisposable
    {
        public void Dispose() => turn.Release();
    }
}
