namespace ThreadPoolDoctor.Pool;
public sealed partial class WorkPool {
 /// <summary>d</summary>
 public string Dump() { var s = $"sleep top {Sleep.State.Top} searching {Sleep.State.Searching} mon {Sleep.State.MonitorSleeps} att {_attention} enq {Enqueued} ended {Ended} hasWork {HasWork} q {_lanes[1].Count};"; foreach (var w in Workers) s += $" w{w.Index} {w.State} r{w.Range.Count} l{w.Local.Count} next {w.NextIdle}"; return s; } }
