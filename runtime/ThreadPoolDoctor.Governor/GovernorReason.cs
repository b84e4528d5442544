namespace ThreadPoolDoctor.Governor;

/// <summary>
/// Why the governor took a step, or took none although items wait. The doctor reads the numbers: add, never renumber.
/// </summary>
public enum GovernorReason
{
    /// <summary>Nothing waits, or what waits is served.</summary>
    Calm = 0,

    /// <summary>Items wait while workers sit blocked and processors are free: workers are added.</summary>
    Blocked = 1,

    /// <summary>The workers' items run on without end and none is completed: workers are added.</summary>
    EndlessItems = 2,

    /// <summary>Blocked workers are replaced before an item has to wait.</summary>
    Reserve = 3,

    /// <summary>The added workers are no longer needed: the minimum falls back.</summary>
    GivenBack = 4,

    /// <summary>
    /// More workers did not raise the number of completed items (a lock, a full database): growth is taken back.
    /// </summary>
    NoGain = 5,

    /// <summary>Nothing at all was completed although workers were added: a deadlock, or one very long wait.</summary>
    NothingCompletes = 6,

    /// <summary>The added workers all wait for locks.</summary>
    Locks = 7,

    /// <summary>The workers use all processors: more of them would not help.</summary>
    Processors = 8,

    /// <summary>There is no memory for more workers.</summary>
    Memory = 9,

    /// <summary>The maximum is reached: the governor's own or the program's.</summary>
    Maximum = 10,

    /// <summary>The program changed the minimum itself; from now on the governor never goes below that.</summary>
    ProgramSetMinimum = 11,

    /// <summary>The governor was stopped, or its lease ended: the program's minimum is back.</summary>
    Ended = 12,

    /// <summary>
    /// The pool does not let its minimum be changed: its configuration forces one, or the program changed it just now.
    /// </summary>
    Refused = 13,

    /// <summary>
    /// Items wait behind the first ones, whose code is being compiled: a worker for each processor is added.
    /// </summary>
    Compiling = 14,
}
