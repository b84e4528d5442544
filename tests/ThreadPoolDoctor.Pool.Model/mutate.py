#!/usr/bin/env python3
"""Removes each fence and check of the pool in a copy, one at a time, and says which model test catches it; for what the models
do not hold (Blocking/, Waits/, Closing.cs), which test of ThreadPoolDoctor.Pool.Tests. Usage: mutate.py [number or part of a name...]. Prints a
Markdown table."""
import os, pathlib, re, shutil, signal, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
Q, S, W, B, H, T = "Queues/", "Sleeping/", "Workers/", "Blocking/", "Waits/", "Tasks/"
LIMIT = int(os.environ.get("TPD_MUTATION_SECONDS", "300"))
MUTATIONS = [
    ("Fall: no process-wide barrier", S + "Sleep.cs", "        if (!publishersFence && !othersIdle) Interlocked.MemoryBarrierProcessWide();\n", ""),
    ("Fall: the first to sleep pays no barrier", S + "Sleep.cs", "!publishersFence && !othersIdle)", "!publishersFence && othersIdle)"),
    ("Fall: no second look", S + "Sleep.cs", "        if (source.HasWork) WakeOne(State);\n", ""),
    ("Notice: a publisher that is to fence does not", S + "Sleep.cs", "        if (publishersFence) Interlocked.MemoryBarrier();\n", ""),
    ("Notice: no fence beside a searcher", S + "Sleep.cs", "StopSearching).\n            Interlocked.MemoryBarrier();\n            state = State;", "StopSearching).\n            state = State;"),
    ("Notice: no fence beside a searcher while others are idle", S + "Sleep.cs", "if (!state.MonitorSleeps && !state.AnyIdle) return;", "if (!state.MonitorSleeps) return;"),
    ("Notice: no second read beside a searcher", S + "Sleep.cs", "StopSearching).\n            Interlocked.MemoryBarrier();\n            state = State;", "StopSearching).\n            Interlocked.MemoryBarrier();"),
    ("StopSearching: the last one does not look", S + "Sleep.cs", "state.Searching == 0 && (state.AnyIdle || state.MonitorSleeps) && source.HasWork", "false"),
    ("WakeOne: the woken is not counted", S + "Sleep.cs", "state.WithTop(Volatile.Read(ref top.NextIdle)).OneMoreSearching", "state.WithTop(Volatile.Read(ref top.NextIdle))"),
    ("SleepState: no version", S + "SleepState.cs", "unchecked((Raw & ~TopMask) + OneVersion)", "(Raw & ~TopMask)"),
    ("TryMonitorSleep: no process-wide barrier", S + "Sleep.cs", "        // fences.\n        Interlocked.MemoryBarrierProcessWide();", ""),
    ("TryMonitorSleep: no second look", S + "Sleep.cs", "if (!source.HasWork && !source.KeepsItem)", "if (true)"),
    ("Inlet: published before it is written", Q + "Inlet.cs", "        Block.Write(_tailTargets, index, item._target);", "        Volatile.Write(ref _tail, tail + 1);\n        Block.Write(_tailTargets, index, item._target);"),
    ("Inlet: claim without compare", Q + "Inlet.cs", "if (Interlocked.CompareExchange(ref _head.Value, head + count, head) == head)", "Volatile.Write(ref _head.Value, head + count);"),
    ("Inlet: claims across a block's end", Q + "Inlet.cs", "Math.Min(tail - head, Block.Size - from)", "tail - head"),
    ("Inlet: ring not grown for live blocks", Q + "Inlet.cs", "live > ring.Length ||", "false ||"),
    ("Block: returned one slot early", Q + "Block.cs", "Interlocked.Add(ref _left, -count) == 0", "Interlocked.Add(ref _left, -count) <= 1"),
    ("ClaimedRange: no version", Q + "ClaimedRange.cs", ".Version + 1", ".Version"),
    ("ClaimedRange: the owner does not check what it got", Q + "ClaimedRange.cs", "if (taken.Count >= 0)", ""),
    ("ClaimedRange: theft without compare", Q + "ClaimedRange.cs", "if (Interlocked.CompareExchange(ref _word.Value, word.EndingAt(from).Raw, word.Raw) == word.Raw) return true;", "Volatile.Write(ref _word.Value, word.EndingAt(from).Raw); return true;"),
    ("ClaimedRange: published before its block", Q + "ClaimedRange.cs", "        GoTo(block, from);\n        // Publishes", "        Volatile.Write(ref _word.Value, new RangeWord(from, from + count, version).Raw); Interlocked.MemoryBarrier();\n        GoTo(block, from);\n        // Publishes"),
    ("ClaimedRange: lone items are not counted off", Q + "ClaimedRange.cs", "        Finish();\n        _block = block;", "        _block = block;"),
    ("ClaimedRange: goes on where it did not stop", Q + "ClaimedRange.cs", "block != _block || from != _next || from", "block != _block || from"),
    ("ClaimedRange: goes on in another block", Q + "ClaimedRange.cs", "block != _block || from != _next || from", "from != _next || from"),
    ("Sleep: left work is not fenced", S + "Sleep.cs", "        Interlocked.MemoryBarrier();\n        WakeOne(State);", "        WakeOne(State);"),
    ("LocalQueue: pop without fence", Q + "LocalQueue.cs", "Interlocked.Exchange(ref _bottom.Value, bottom);", "Volatile.Write(ref _bottom.Value, bottom);"),
    ("LocalQueue: theft without compare", Q + "LocalQueue.cs", "if (TryReplaceTop(top, top.Next)) return true;\n        }\n    }\n\n    /// <summary>\n    /// Sees", "_top.Value = top.Next.Raw; return true;\n        }\n    }\n\n    /// <summary>\n    /// Sees"),
    ("LocalQueue: theft reads Bottom before Top", Q + "LocalQueue.cs", "            TopWord top = ReadTop();\n            int bottom = Volatile.Read(ref _bottom.Value);", "            int bottom = Volatile.Read(ref _bottom.Value);\n            TopWord top = ReadTop();"),
    ("LocalQueue: the only item without compare", Q + "LocalQueue.cs", "if (!TryReplaceTop(top, top.Next))\n        {", "Volatile.Write(ref _top.Value, top.Next.Raw);\n        if (false)\n        {"),
    ("LocalQueue: the last item without compare", Q + "LocalQueue.cs", "bool won = left == 0 && TryReplaceTop(top, top.Next);", "bool won = left == 0; if (won) Volatile.Write(ref _top.Value, top.Next.Raw);"),
    ("LocalQueue: a pop without a fence looks once", Q + "LocalQueue.cs", " || ReadTop() != top)", ")"),
    ("LocalQueue: a thief that asks for fences makes no barrier", Q + "LocalQueue.cs", "        Interlocked.MemoryBarrierProcessWide();\n", ""),
    ("LocalQueue: who is asked for fences counts as making them", Q + "TopWord.cs", "internal bool IsFenced => (Stage & (Stages - 1)) == Fenced;", "internal bool IsFenced => !IsUnfenced;"),
    ("LocalQueue: a stage is like the one four before", Q + "TopWord.cs", "new(Raw + (Stages - Fenced) * OneStage)", "new(Raw - Fenced * OneStage)"),
    ("LocalQueue: a barrier counts for a later request", Q + "LocalQueue.cs", "seen.Stage == top.Stage;", "!seen.IsFenced;"),
    ("TaskClaims: no process-wide barrier", T + "TaskClaims.cs", "        Interlocked.MemoryBarrierProcessWide();\n", ""),
    ("TaskClaims: a worker looks before its note only", T + "TaskClaims.cs", "return !Volatile.Read(ref _needed);", "return true;"),
    ("TaskClaims: what has been begun is run in place", T + "TaskClaims.cs", "ReferenceEquals(begun, task)) return false;", "ReferenceEquals(begun, task)) return true;"),
    ("TaskClaims: told before the notes are read", T + "TaskClaims.cs", "        var begun = new List<WeakReference<Task>>();", "        Volatile.Write(ref _unclaimed, []);\n        var begun = new List<WeakReference<Task>>();"),
    ("TaskClaims: a worker notes nothing", T + "TaskClaims.cs", "        worker.Note(task);\n", ""),
    ("WorkPoolScheduler: what can be cancelled is not claimed", T + "WorkPoolScheduler.cs", "            && !UnclaimedTask.CanBeCanceled(task) && _claims", "            && _claims"),
    ("LocalQueue: a slot keeps its state", Q + "LocalQueue.cs", "        if (!ReferenceEquals(Memory.Load(ref slot._state), item._state)) Memory.Store(ref slot._state, item._state);\n", ""),
    ("LocalQueue: ForgetStolen forgets nothing", Q + "LocalQueue.cs", "        Memory.Clear(_first, 0, _first.Length);\n", ""),
    ("LocalQueue: pushes into a full ring", Q + "LocalQueue.cs", ">= Memory.Own(ref _slots).Length)", "> Memory.Own(ref _slots).Length)"),
    ("LocalQueue: grows without the oldest item", Q + "LocalQueue.cs", "for (int i = top; i != bottom; i++)", "for (int i = top + 1; i != bottom; i++)"),
    ("LocalQueue: the larger ring is not published", Q + "LocalQueue.cs", "        Volatile.Write(ref _slots, slots);\n", ""),
    ("LocalQueue: published before it is written", Q + "LocalQueue.cs", "        Memory.Store(ref slot._target, item._target);", "        Volatile.Write(ref _bottom.Value, bottom + 1);\n        Memory.Store(ref slot._target, item._target);"),
    ("Block: one slot too many with the same state", Q + "Block.cs", "index < Memory.Load(ref _statesFrom)", "index <= Memory.Load(ref _statesFrom)"),
    ("Block: opened with the last time's states", Q + "Block.cs", "        Memory.Store(ref _statesFrom, Size);", ""),
    ("Inlet: states go to the block before", Q + "Inlet.cs", "        _tailStates = null;", ""),
    ("Sleep: the monitor sleeps beside a kept item", S + "Sleep.cs", "if (!source.HasWork && !source.KeepsItem)", "if (!source.HasWork)"),
    ("Sleep: who keeps does not wake the monitor", S + "Sleep.cs", "        while (state.MonitorSleeps)\n        {", "        while (false && state.MonitorSleeps)\n        {"),
    ("WorkerItems: a range is not given up", W + "WorkerItems.cs", "rangeStands ? Range : null, Local", "null, Local"),
    ("WorkerItems: a stuck worker's own items are not given up", W + "WorkerItems.cs", "            most = int.MaxValue;\n", ""),
    ("WorkerItems: old local items are not given up", W + "WorkerItems.cs", "            most = (Local.Count + 1) / 2;\n", ""),
    ("Lanes: given up, and nobody is told", Q + "Lanes.cs", "        if (any) Attention.Raise(Attention.Overtaken);\n", ""),
    ("OvertakenLocals: takes what another has taken", Q + "OvertakenLocals.cs", "            if (count == 0) return false;\n", ""),
    ("OvertakenRanges: takes what another has taken", Q + "OvertakenRanges.cs", "            if (Count == 0) return false;\n", ""),
    ("OvertakenRanges: in the order of giving up", Q + "OvertakenRanges.cs", "internal Age Age => new(Block.Stamps[From], From);", "internal Age Age => new(0, 0);"),
    ("OvertakenRanges: what comes is announced when it is there", Q + "OvertakenRanges.cs", "            Volatile.Write(ref _count, before + 1);\n", ""),
    ("WorkerItems: newer items are claimed before what was given up", W + "WorkerItems.cs", "        if (TryTakeGivenUp(out item)) return true;\n", ""),
    ("WorkerItems: fair turns pass over what was given up", W + "WorkerItems.cs", "TryTakeGivenUp(out item) || lanes.TryTake(", "lanes.TryTake("),
    ("OvertakenRanges: takes over before there is room", Q + "OvertakenRanges.cs", "            MakeRoom();\n            // Before", "            // Before", "            bool any = range.TryTakeRest(out Block block, out int from, out int count);\n", "            bool any = range.TryTakeRest(out Block block, out int from, out int count);\n            MakeRoom();\n"),
    ("Crew: idle workers that leave duty are woken for it", W + "Crew.cs", "        if (Sleep.TryPopIdle() is { } idle) AddSpare((Worker)idle);\n        else Lanes", "        Lanes"),
    ("SlotSet: the first word's low bits are passed over", W + "SlotSet.cs", "_left = words.Length;", "_left = words.Length - 1;"),
    ("SlotSet: another word's are passed over, too", W + "SlotSet.cs", "(_left == 0 ? _before : -1)", "_before"),
    ("Crew: who comes on duty is not looked at", W + "Crew.cs", "            Lanes.SetHolds(worker.Index, true);\n", ""),
    ("Lanes: what its worker could not give up is not looked at", Q + "Lanes.cs", "holds || _owners[owner].Waiting > 0", "holds"),
    ("WorkerItems: no fair turns", W + "WorkerItems.cs", "return isFairTurn && TryTakeFair(out item);", "return false;"),
    ("WorkerItems: pushed before it is counted", W + "WorkerItems.cs", "        Volatile.Write(ref _pushes, Memory.Own(ref _pushes) + 1);\n        Local.Push(item);", "        Local.Push(item);\n        Volatile.Write(ref _pushes, Memory.Own(ref _pushes) + 1);"),
    ("Worker: leaves duty with its items", W + "Worker.cs", "        if (Items.GiveUp()) _crew.Sleep.NoticeLeftWork();\n", ""),
    ("Worker: gives up its items and tells nobody", W + "Worker.cs", "        if (Items.GiveUp()) _crew.Sleep.NoticeLeftWork();\n", "        Items.GiveUp();\n"),
    ("Worker: keeps what is queued while it falls asleep", W + "Worker.cs", "        ThreadInlets.Mine.Worker = null;\n", ""),
    ("Worker: the reserve does not look once more", W + "Worker.cs", "            if (!_crew.Lanes[WorkLane.High].IsEmpty) _parker.Unpark();\n", ""),
    ("Lanes: no second look after the flag", Q + "Lanes.cs", "        if (!Attention.TryLower(Attention.Overtaken) || !TryDequeueOvertaken(out item)) return false;\n        Attention.Raise(Attention.Overtaken);\n        return true;", "        Attention.TryLower(Attention.Overtaken);\n        return false;"),
    ("Lanes: the flag stays down after the second look", Q + "Lanes.cs", "!TryDequeueOvertaken(out item)) return false;\n        Attention.Raise(Attention.Overtaken);\n", "!TryDequeueOvertaken(out item)) return false;\n"),
    ("Compensation: growth need not help", B + "Compensation.cs", "int limit = _guard.Limit(Allowance, Allowance + crew.Processors, Unproven, crew.Waiting, ends, now);", "int limit = int.MaxValue;"),
    ("Compensation: whoever says that it blocks gets a worker at once", B + "Compensation.cs", "if (blocked <= Unproven && !crew", "if (!crew"),
    ("GrowthGuard: what does not help is not taken back", B + "GrowthGuard.cs", "        _limit = to;\n", ""),
    ("GrowthGuard: what was recalled is not judged", B + "GrowthGuard.cs", "!_memory.IsLike(level)", "false"),
    ("GrowthGuard: what was recalled stays though the next doubling fails", B + "GrowthGuard.cs", "isUnproven ? free : before.Added", "before.Added"),
    ("GrowthGuard: what was recalled and taken back pauses as any other", B + "GrowthGuard.cs", "            if (isUnproven) HoldUntilTheirItemsHaveEnded(now);\n", ""),
    ("GrowthLevel: a bunch that began before the level counts", B + "GrowthLevel.cs", "IsInSeveral ? (double)LaterEnded / LaterMilliseconds : double.PositiveInfinity", "double.PositiveInfinity"),
    ("GrowthGuard: what was taken back comes again", B + "GrowthGuard.cs", "        if (to < _memory.Added(now)) _memory.Forget();\n", ""),
    ("GrowthGuard: nothing is recalled", B + "GrowthGuard.cs", "(_limit, _isRecalled, _hasRecalled, _isUnproven) = (added, true, true, true);", "_hasRecalled = true;"),
    ("GrowthGuard: what was recalled is judged late", B + "GrowthGuard.cs", "level.FullMilliseconds < _memory.Measure && level.FullEnded < EnoughEnded(level, goesOn: false)", "level.FullMilliseconds < 10 * _memory.Measure"),
    ("GrowthGuard: what was recalled is judged once all are there", B + "GrowthGuard.cs", "_isRecalled && _memory.IsSlow(workers, _measure.Ended(ended), _measure.Milliseconds(now))", "false"),
    ("GrowthGuard: what those still end that were taken back counts", B + "GrowthGuard.cs", "HoldUntil(now + (long)_memory.Measure);", "HoldUntil(now);"),
    ("GrowthGuard: what few ends were enough for is not recalled", B + "GrowthGuard.cs", "if (ended >= GrowthLevel.EnoughToTell) _memory.Prove", "if (ended < 0) _memory.Prove"),
    ("GrowthMemory: half, though all may come at once", B + "GrowthMemory.cs", "_atOnce ? Added(now) : Added(now) / 2", "Added(now) / 2"),
    ("GrowthMemory: all, though half would prove themselves", B + "GrowthMemory.cs", "_atOnce ? Added(now) : Added(now) / 2", "Added(now)"),
    ("GrowthMemory: where few end they are of another kind", B + "GrowthMemory.cs", "        ? _atOnce\n", "        ? false\n"),
    ("GrowthMemory: a time that was reckoned is waited for", B + "GrowthMemory.cs", "_atOnce ? Math.Min(Alike * _itemTime, LongestMeasure) : Alike * _itemTime", "Alike * _itemTime"),
    ("GrowthMemory: kept for ever", B + "GrowthMemory.cs", "now - _seenAt <= Keeps ? _added : 0", "_added"),
    ("GrowthGuard: chance is a proof", B + "GrowthGuard.cs", "double proven = level.Runs && !isLong ? raised - chance : raised;", "double proven = raised + chance;"),
    ("GrowthGuard: a silence for want of processors counts", B + "GrowthGuard.cs", "bool lacked = level.Share < LeastShare &&", "bool lacked = false &&"),
    ("GrowthGuard: who lacked a processor once lacks one", B + "GrowthGuard.cs", " && Math.Min(_looksAllBlocked, _measure.FullLooks) < LeastLooks;", ";"),
    ("GrowthGuard: a silence that few looks saw counts", B + "GrowthGuard.cs", "(!lacked && _measure.FullLooks >= LeastLooks)", "!lacked"),
    ("GrowthGuard: judged before an item can have ended", B + "GrowthGuard.cs", "level.FullMilliseconds >= Math.Max(level.Workers / 4, UsualTime)", "level.FullMilliseconds >= level.Workers / 4"),
    ("Gate: an interrupt ends its wait", W + "Gate.cs", "            catch (ThreadInterruptedException)\n            {\n                interrupted = true;\n            }", "            finally\n            {\n            }"),
    ("Gate: takes the interrupt", W + "Gate.cs", "        if (interrupted) Thread.CurrentThread.Interrupt();\n", "        _ = interrupted;\n"),
    ("GrowthGuard: levels below what is added in any case", B + "GrowthGuard.cs", "        if (_limit < free)\n        {\n            _limit = free;", "        if (_limit < 1)\n        {\n            _limit = 1;"),
    ("GrowthGuard: silence does not end what is held", B + "GrowthGuard.cs", "            if (!_ends.IsSilent(now))\n", "            if (true)\n"),
    ("MemoryGate: nobody passes the closed gate", B + "MemoryGate.cs", "return now - passed >= PassEvery && ", "return false && "),
    ("MemoryGate: everybody passes the closed gate", B + "MemoryGate.cs", "return now - passed >= PassEvery && ", "return true || "),
    ("MemoryLimit: the collector's limit counts", B + "MemoryLimit.cs", "OperatingSystem.IsLinux() ? ShareLeft(Read) : ShareLeftByCollector()", "ShareLeftByCollector()"),
    ("PoolMonitor: what waits is told to nobody", B + "PoolMonitor.cs", "        if (waits) _crew.Sleep.NoticeLeftWork();\n", ""),
    ("WorkerScan: items that are not come to stay where they are", B + "WorkerScan.cs", "            worker.Items.GiveUpOvertaken(stuck: worker.ItemsStarted == worker.Sample.Items, now);\n", ""),
    ("Crew: a drain counts what is queued first", W + "Crew.cs", "            long ended = Ended;\n            Interlocked.MemoryBarrier();\n            return Enqueued == ended;", "            long queued = Enqueued;\n            Interlocked.MemoryBarrier();\n            return queued == Ended;"),
    ("Inlet: a claim goes beyond what is older elsewhere", Q + "Inlet.cs", "            if (QueueClock.IsBefore(stamp, stamps[middle])) younger = middle;\n            else count = middle + 1;", "            count = younger;"),
    ("Inlet: as old as its block, not as its first item", Q + "Inlet.cs", "block.Stamps[(int)head & (Block.Size - 1)]", "block.Stamps[0]"),
    ("Block: items are not stamped", Q + "Block.cs", "= QueueClock.Now;", "= 0;"),
    ("QueueClock: stands still", Q + "QueueClock.cs", "=> System.Threading.Interlocked.Increment(ref s_now.Value)", "=> System.Threading.Volatile.Read(ref s_now.Value)"),
    ("QueueClock: compared as plain numbers", Q + "QueueClock.cs", "unchecked(stamp - other) < 0", "stamp < other"),
    ("BlockWorkQueue: the first inlet that has items", Q + "BlockWorkQueue.cs", "if (oldest < 0 || QueueClock.IsBefore(stamp, first))", "if (oldest < 0)"),
    ("BlockWorkQueue: no turns of the others", Q + "BlockWorkQueue.cs", "bool byAge = second is null || turn.ByAge < ByAge;", "bool byAge = true;"),
    ("BlockWorkQueue: claims end nowhere", Q + "BlockWorkQueue.cs", "Math.Max(BesideOlder, inlets[oldest].CountUpTo(stamp))", "limit"),
    ("PoolMonitor: its looks do not move the clock", B + "PoolMonitor.cs", "        QueueClock.Tick();\n", ""),
    ("GrowthGuard: a line before a lock is not told", B + "GrowthGuard.cs", "bool line = _line.Look(level, _measure.Came(level.Workers), _measure.LocksMet(ended));", "bool line = false;"),
    ("GrowthGuard: a line that begins to move is doubled", B + "GrowthGuard.cs", "if (line && _failure.At == 0) GoBack(level, level.Added / 2, now);\n            else GoOn(level);", "GoOn(level);"),
    ("LockLine: who comes while a line moves tells whether it is one", B + "LockLine.cs", "        if (level.BlockedEnded == 0 || _stands is null)\n", ""),
    ("WorkerScan: what has ended is counted after the look", B + "WorkerScan.cs", "_progress, _changed, ended,", "_progress, _changed, crew.ItemsRun,"),
    ("Compensation: what has ended is counted after the look", B + "Compensation.cs", "            found.Ended, found.BlockedEnded, _time.Wanted", "            crew.ItemsRun, found.BlockedEnded, _time.Wanted"),
    ("Closing: each thread that ends wakes who waits", "Closing.cs", "        if (crew.Threads > 0) return;\n", ""),
    ("GrowthGuard: what a trial has proven is recalled by half", B + "GrowthGuard.cs", "_memory.Prove(_trial.ItemTime, atOnce: true);", "_memory.Prove(_trial.ItemTime, atOnce: false);"),
    ("GrowthGuard: no trial after a failure", B + "GrowthGuard.cs", "                TryAll(added, workers, ended, now);\n                return _limit;\n", "                return _limit;\n"),
    ("GrowthGuard: no trial behind a line before a lock", B + "GrowthGuard.cs", "            TryAll(level.Added, level.Workers, ended, now);\n            return;\n", "            return;\n"),
    ("GrowthGuard: a trial ends when nothing waits", B + "GrowthGuard.cs", "        if (_trial.GoesOn)\n        {\n            Try(isFull: true, added, added, ended, now);\n", "        if (false)\n        {\n            Try(isFull: true, added, added, ended, now);\n"),
    ("GrowthGuard: what a trial did not prove stays", B + "GrowthGuard.cs", "            _limit = _trial.From;\n", "            _limit = added;\n"),
    ("GrowthGuard: what was recalled and failed is unproven again and again", B + "GrowthGuard.cs", "            _isUnproven = false;\n", ""),
    ("GrowthTrial: behind a quick line", B + "GrowthTrial.cs", "inside < LongInside || ", ""),
    ("GrowthTrial: however many wait", B + "GrowthTrial.cs", "all > MostAdded || ", ""),
    ("GrowthTrial: for a queue that is served", B + "GrowthTrial.cs", " || waiting < StillThere * _waitingThen", ""),
    ("GrowthTrial: at once again", B + "GrowthTrial.cs", "ended == 0 || Rests(added, now)", "ended == 0"),
    ("GrowthTrial: a rest for fewer, too", B + "GrowthTrial.cs", "now < _restUntil && added >= _restFrom", "now < _restUntil"),
    ("GrowthTrial: as often as at first", B + "GrowthTrial.cs", "        if (isVerdict) _rest = Math.Min(_rest * RestGrowth, LongestRest);\n", ""),
    ("GrowthTrial: a load that ends is a verdict", B + "GrowthTrial.cs", "        if (isVerdict) _rest", "        _rest"),
    ("GrowthTrial: others do not count", B + "GrowthTrial.cs", "bool helps = others || ", "bool helps = "),
    ("GrowthTrial: any rate is a proof", B + "GrowthTrial.cs", "raised - chance >= Math.Log(LeastGain)", "raised + chance >= 0"),
    ("GrowthGuard: two that ended are a rate", B + "GrowthGuard.cs", "_levels[^1] is { FullEnded: >= GrowthLevel.EnoughToTell } before", "_levels[^1] is { FullEnded: > 0 } before"),
    ("GrowthGuard: a level of sleepers needs a full proof", B + "GrowthGuard.cs", "goesOn: !level.Runs || LevelBefore is null)", "goesOn: false)"),
    ("GrowthGuard: a line stands for ever", B + "GrowthGuard.cs", "line && now - Math.Max(_ends.LastAt, _measure.FullSince) < _line.Patience(_unblocked)", "line"),
    ("LockLine: any locks that are met are a line", B + "LockLine.cs", "                && met >= LeastMet * came && met <= MostMet * (came + level.BlockedEnded);", "                && met >= LeastMet * came;"),
    ("Lanes: the Normal lane has turns whatever the minimum", Q + "Lanes.cs", "(SharesTurns && LocalItemsCame())", "LocalItemsCame()"),
    ("Lanes: what was given up of local queues holds up the Normal lane", Q + "Lanes.cs", "!_overtakenLocals.IsEmpty || (SharesTurns", "(SharesTurns"),
    ("Lanes: the Normal lane has a turn at each look", Q + "Lanes.cs", " && !Attention.Has(Attention.NormalDue);", ";"),
    ("Lanes: turns of the Normal lane beside no local items", Q + "Lanes.cs", "        return came;", "        return true;"),
    ("WorkerItems: what was overtaken comes before the Normal lane's turn", W + "WorkerItems.cs", "            if (!isFairTurn && attention.Has(Attention.NormalDue))\n", "            if (!isFairTurn && Local.IsEmpty && lanes.TryTakeOvertaken(out item)) return true;\n            if (!isFairTurn && attention.Has(Attention.NormalDue))\n"),
    ("WorkerItems: the Normal lane's turn stays when it is empty", W + "WorkerItems.cs", "                attention.TryLower(Attention.NormalDue);\n", ""),
    ("WorkerItems: what lies beneath a newer item is left to its worker", W + "WorkerItems.cs", "        if (!left) _credit.Suspend();\n", ""),
    ("WorkerItems: the last debt is paid with an item that is for everybody", W + "Credit.cs", "return debt <= 1;", "return debt == 0;"),
    ("WorkerItems: what a thief keeps is told to nobody", W + "WorkerItems.cs", "        if (KeepsItem) sleep.WakeMonitor();\n", ""),
    ("WorkerItems: a lone item is left to the reserve", W + "WorkerItems.cs", "_credit.Pay() && !IsReserve;", "_credit.Pay();"),
    ("ContinuedCode: anybody's delegate is an async method's code", T + "ContinuedCode.cs", "is Action { Target: Task } rest", "is Action rest"),
    ("ContinuedCode: any task's state is what an await goes on with", T + "ContinuedCode.cs", "ReferenceEquals(action, s_afterTask) && ", ""),
    ("WaitServices: callbacks take their turn by age", H + "WaitServices.cs", "_ahead.Next()", "WorkLane.Normal"),
]

def main():
    wanted = sys.argv[1:]
    chosen = [number for number, (what, *_) in enumerate(MUTATIONS)
              if not wanted or any(a == str(number) or (not a.isdigit() and a in what) for a in wanted)]
    print("| removed | caught by |\n|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as temp:
        copy = pathlib.Path(temp)
        for name in ["Directory.Build.props", "Directory.Packages.props", "CompileAhead.targets", ".editorconfig", "global.json", "tests/Directory.Build.props", "tests/tests.runsettings"]:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        for folder in ["pool", "tests/ThreadPoolDoctor.Pool.Model", "tests/ThreadPoolDoctor.Pool.Tests", "tests/Shared"]:
            shutil.copytree(ROOT / folder, copy / folder)
        for number in chosen:
            what, file, *changes = MUTATIONS[number]
            path = copy / "pool/ThreadPoolDoctor.Pool" / file
            text = mutated = path.read_text()
            for old, new in zip(changes[::2], changes[1::2]):
                assert text.count(old) == 1, (what, text.count(old))
                mutated = mutated.replace(old, new)
            path.write_text(mutated)
            print(f"| {what} | {caught(copy, file)} |", flush=True)
            path.write_text(text)

MODEL, TESTS = "tests/ThreadPoolDoctor.Pool.Model", "tests/ThreadPoolDoctor.Pool.Tests"

# The models and tests that belong to a file, the likeliest first: the next is asked only if the one before has let a mutation
# pass. Names that end in Models are the model's.
CATCHERS = {
    S: ["SleepModels", "WorkerModels"], Q: ["QueueModels", "Queues"], W: ["WorkerModels", "GeneratedModels"],
    B: ["Blocking", "OvertakenTests", "LifeCycleTests", "QueueingTests"], H: ["RegisterWaitTests"], T: ["TaskTests", "TaskClaimTests"], T + "TaskClaims.cs": ["TaskClaimModels"],
    Q + "Lanes.cs": ["LaneModels", "WorkerModels", "OvertakenTests", "DutyTests"], W + "WorkerItems.cs": ["WorkerModels", "OvertakenTests", "GeneratedModels"], W + "Credit.cs": ["WorkerModels", "OvertakenTests"], W + "Crew.cs": ["DutyTests", "WorkerModels"], W + "SlotSet.cs": ["DutyTests"],
    Q + "OvertakenLocals.cs": ["LaneModels", "WorkerModels"],
    Q + "OvertakenRanges.cs": ["LaneModels", "WorkerModels", "OvertakenTests"],
    "Closing.cs": ["ClosingTests"], W + "Gate.cs": ["InterruptTests"], Q + "BlockWorkQueue.cs": ["Queues"], Q + "QueueClock.cs": ["Queues"],
}

def caught(copy, file):
    env = {**os.environ, "TPD_MODEL_SCHEDULES": os.environ.get("TPD_MODEL_SCHEDULES", "600")}
    def dotnet(*arguments):
        run = subprocess.Popen(["dotnet", *arguments], cwd=copy, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            output, errors = run.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            # With the processes that it has started: a test host that hangs would stand beside the rows that follow.
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            raise
        return subprocess.CompletedProcess(run.args, run.returncode, output, errors)
    built = set()
    for name in CATCHERS.get(file) or CATCHERS[file[:file.index("/") + 1]]:
        project = [MODEL] if name.endswith("Models") else [TESTS, "-f", "net10.0"]
        if project[0] not in built:
            build = dotnet("build", *project, "-c", "Release", "-v", "quiet", "-p:TreatWarningsAsErrors=false", "-p:RunAnalyzers=false")
            if build.returncode != 0:
                return "does not compile: " + re.search(r"error [^\[]*", build.stdout).group(0)
            built.add(project[0])
        # A hang is a catch too: the limit is many times what the unchanged models take.
        try:
            run = dotnet("test", *project, "-c", "Release", "--no-build", "--filter", "FullyQualifiedName~" + name)
        except subprocess.TimeoutExpired:
            return f"a hang of {name} ({LIMIT} s)"
        if "Passed!" not in run.stdout:
            failed = sorted(set(re.findall(r"Failed \S*\.(\w+)(?:\(.*?\))? \[", run.stdout)))
            if failed: return ", ".join(f"`{name}`" for name in failed)
            # A run that never began has caught nothing.
            died = re.search(r"run was aborted\. Reason: (.*)", run.stdout + run.stderr)
            assert died, run.stdout + run.stderr
            return "the run died: " + died.group(1)
    return "NOTHING"

main()
