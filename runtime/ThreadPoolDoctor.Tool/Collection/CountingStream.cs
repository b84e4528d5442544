namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Passes reads through and counts their bytes: the report says what looking cost.</summary>
internal sealed class CountingStream : Stream
{
    private readonly Stream _inner;
    private long _bytes;

    public CountingStream(Stream inner) => _inner = inner;

    /// <summary>Bytes read so far; any thread may ask.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => Bytes;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        int read = _inner.Read(buffer, offset, count);
        Interlocked.Add(ref _bytes, read);
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) _inner.Dispose();
        base.Dispose(disposing);
    }
}
