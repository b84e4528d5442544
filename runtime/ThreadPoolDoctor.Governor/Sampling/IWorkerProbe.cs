namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>Measures what the pool's workers do between two looks.</summary>
internal interface IWorkerProbe
{
    /// <summary>
    /// What the workers did since the previous call; not seen when there was none, or one too long ago.
    /// </summary>
    WorkerStates Look(double at, int workers);

    /// <summary>What the workers just looked at wait for.</summary>
    WorkerWaits Waits(double at, int workers);

    /// <summary>Lets go of what is held between looks.</summary>
    void Rest();
}
