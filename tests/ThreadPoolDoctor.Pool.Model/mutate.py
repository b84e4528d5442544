#!/usr/bin/env python3
"""Removes each fence and check of the pool's queues and sleep protocol in a copy, one at a time, and says which model test
catches it. Usage: mutate.py [number...]. Prints a Markdown table."""
import os, pathlib, re, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
Q, S = "Queues/", "Sleeping/"
LIMIT = int(os.environ.get("TPD_MUTATION_SECONDS", "300"))
MUTATIONS = [
    ("Fall: no process-wide barrier", S + "Sleep.cs", "            Interlocked.MemoryBarrierProcessWide();\n        }\n        if (HasWorkForOthers())", "        }\n        if (HasWorkForOthers())"),
    ("Fall: no second look", S + "Sleep.cs", "        if (HasWorkForOthers())\n        {\n            WakeOne(State);\n        }\n        CountFall();", "        CountFall();"),
    ("Notice: a publisher that is to fence does not", S + "Sleep.cs", "            // Between the item and the read that counts (pairs with the compare-and-swap in Push).\n            Interlocked.MemoryBarrier();\n", ""),
    ("Notice: a publisher that has fenced does not read again", S + "Sleep.cs", "            // Between the item and the read that counts (pairs with the compare-and-swap in Push).\n            Interlocked.MemoryBarrier();\n            state = State;", "            Interlocked.MemoryBarrier();"),
    ("Notice: publishers that are to fence are not asked to", S + "SleepState.cs", "NoticeMask = SomeoneMask | FencesBit", "NoticeMask = SomeoneMask"),
    ("LetPublishersFence: no process-wide barrier", S + "Sleep.Fences.cs", "        Interlocked.MemoryBarrierProcessWide();\n", ""),
    ("LetPublishersFence: settled before the barrier", S + "Sleep.Fences.cs", "        Interlocked.Or(ref _state.Value, SleepState.FencesBit);\n", "        Interlocked.Or(ref _state.Value, SleepState.FencesBit | SleepState.SettledBit);\n"),
    ("JudgeFences: by two at once", S + "Sleep.Fences.cs", "        if (Interlocked.CompareExchange(ref _judging, 1, 0) != 0)\n        {\n            return;\n        }\n", ""),
    ("LetPublishersOff: workers are not told", S + "Sleep.Fences.cs", "~(SleepState.FencesBit | SleepState.SettledBit)", "~SleepState.FencesBit"),
    ("Notice: no fence beside a searcher", S + "Sleep.cs", "StopSearching).\n            Interlocked.MemoryBarrier();\n            state = State;", "StopSearching).\n            state = State;"),
    ("Notice: no second read beside a searcher", S + "Sleep.cs", "StopSearching).\n            Interlocked.MemoryBarrier();\n            state = State;", "StopSearching).\n            Interlocked.MemoryBarrier();"),
    ("StopSearching: the last one does not look", S + "Sleep.cs", "state.Searching == 0 && (state.AnyIdle || state.MonitorSleeps) && HasWorkForOthers()", "false"),
    ("WakeOne: the woken is not counted", S + "Sleep.cs", "state.WithTop(Volatile.Read(ref top.NextIdle)).OneMoreSearching", "state.WithTop(Volatile.Read(ref top.NextIdle))"),
    ("SleepState: no version", S + "SleepState.cs", "unchecked((Raw & ~TopMask) + OneVersion)", "(Raw & ~TopMask)"),
    ("TryMonitorSleep: no process-wide barrier", S + "Sleep.cs", "        // As in Fall: a publisher sees the bit, or we see its item. Also that of a worker that keeps one, and never fences.\n        Interlocked.MemoryBarrierProcessWide();", ""),
    ("TryMonitorSleep: no second look", S + "Sleep.cs", "if (!source.HasWork && !source.KeepsItem)", "if (true)"),
    ("Inlet: published before it is written", Q + "Inlet.cs", "        if (!ReferenceEquals(item._target, _tailTarget))\n", "        Volatile.Write(ref _tail, tail + 1);\n        if (!ReferenceEquals(item._target, _tailTarget))\n"),
    ("Inlet: claim without compare", Q + "Inlet.cs", "if (Interlocked.CompareExchange(ref _head.Value, head + count, head) == head)", "Volatile.Write(ref _head.Value, head + count);"),
    ("Inlet: claims across a block's end", Q + "Inlet.cs", "Math.Min(tail - head, Block.Size - from)", "tail - head"),
    ("Inlet: ring not grown for live blocks", Q + "Inlet.cs", "live > ring.Length ||", "false ||"),
    ("Block: returned one slot early", Q + "Block.cs", "Interlocked.Add(ref _left, -count) == 0", "Interlocked.Add(ref _left, -count) <= 1"),
    ("ClaimedRange: no version", Q + "ClaimedRange.cs", ".Version + 1", ".Version"),
    ("ClaimedRange: the owner does not check what it got", Q + "ClaimedRange.cs", "if (taken.Count >= 0)", ""),
    ("ClaimedRange: theft without compare", Q + "ClaimedRange.cs", "if (Interlocked.CompareExchange(ref _word.Value, word.EndingAt(from).Raw, word.Raw) == word.Raw)", "Volatile.Write(ref _word.Value, word.EndingAt(from).Raw);"),
    ("ClaimedRange: published before its block", Q + "ClaimedRange.cs", "        GoTo(block, from);\n        // Publishes", "        Volatile.Write(ref _word.Value, new RangeWord(from, from + count, version).Raw); Interlocked.MemoryBarrier();\n        GoTo(block, from);\n        // Publishes"),
    ("ClaimedRange: lone items are not counted off", Q + "ClaimedRange.cs", "        Finish();\n        _block = block;", "        _block = block;"),
    ("ClaimedRange: goes on where it did not stop", Q + "ClaimedRange.cs", "block != _block || from != _next || from", "block != _block || from"),
    ("ClaimedRange: goes on in another block", Q + "ClaimedRange.cs", "block != _block || from != _next || from", "from != _next || from"),
    ("Sleep: left work is not fenced", S + "Sleep.cs", "        Interlocked.MemoryBarrier();\n        WakeOne(State);", "        WakeOne(State);"),
    ("LocalQueue: pop without fence", Q + "LocalQueue.cs", "Interlocked.Exchange(ref _bottom.Value, bottom);", "Volatile.Write(ref _bottom.Value, bottom);"),
    ("LocalQueue: last item without compare", Q + "LocalQueue.cs", "won = Interlocked.CompareExchange(ref _top.Value, top + 1, top) == top;", "won = true; Volatile.Write(ref _top.Value, top + 1);"),
    ("LocalQueue: theft without compare", Q + "LocalQueue.cs", "if (Interlocked.CompareExchange(ref _top.Value, top + 1, top) == top)", "Volatile.Write(ref _top.Value, top + 1);"),
    ("LocalQueue: theft reads Bottom before Top", Q + "LocalQueue.cs", "            int top = Volatile.Read(ref _top.Value);\n            int bottom = Volatile.Read(ref _bottom.Value);", "            int bottom = Volatile.Read(ref _bottom.Value);\n            int top = Volatile.Read(ref _top.Value);"),
    ("LocalQueue: the only item without compare", Q + "LocalQueue.cs", "        if (Interlocked.CompareExchange(ref _top.Value, top + 1, top) != top)\n        {\n            item = default;\n            return false;\n        }", "        Volatile.Write(ref _top.Value, top + 1);"),
    ("LocalQueue: ForgetStolen forgets nothing", Q + "LocalQueue.cs", "            Memory.Clear(_slots, 0, Capacity);", ""),
    ("LocalQueue: pushes into a full ring", Q + "LocalQueue.cs", ">= Capacity)", "> Capacity)"),
    ("LocalQueue: published before it is written", Q + "LocalQueue.cs", "        Memory.Store(ref Slot(bottom), item);\n        // Publishes the slot (pairs with the read of Bottom in TrySteal).\n        Volatile.Write(ref _bottom.Value, bottom + 1);", "        Volatile.Write(ref _bottom.Value, bottom + 1);\n        Memory.Store(ref Slot(bottom), item);"),
    ("KeptItem: published before it is written", Q + "KeptItem.cs", "        Memory.Store(ref _item, item);\n        // Publishes the item (pairs with the compare-and-swap in TryTakeAway).\n        Volatile.Write(ref _state, Full);", "        Volatile.Write(ref _state, Full);\n        Memory.Store(ref _item, item);"),
    ("KeptItem: the owner does not announce", Q + "KeptItem.cs", "Volatile.Write(ref _taking, true);", ""),
    ("KeptItem: the owner does not look for others", Q + "KeptItem.cs", "Volatile.Read(ref _others) == 0 ? Volatile.Read(ref _state) == Full : TryLock()", "Volatile.Read(ref _state) == Full"),
    ("KeptItem: the owner does not look again", Q + "KeptItem.cs", "Volatile.Read(ref _others) == 0 ? Volatile.Read(ref _state) == Full : TryLock()", "Volatile.Read(ref _others) == 0 || TryLock()"),
    ("KeptItem: taken away without barrier", Q + "KeptItem.cs", "        Interlocked.MemoryBarrierProcessWide();\n", ""),
    ("KeptItem: taken away while it is being taken", Q + "KeptItem.cs", "!Volatile.Read(ref _taking) && TryLock()", "TryLock()"),
    ("KeptItem: taken away without compare", Q + "KeptItem.cs", "Interlocked.CompareExchange(ref _state, Leaving, Full) == Full", "Interlocked.Exchange(ref _state, Leaving) != Empty"),
    ("Sleep: the monitor sleeps beside a kept item", S + "Sleep.cs", "if (!source.HasWork && !source.KeepsItem)", "if (!source.HasWork)"),
    ("Sleep: who keeps does not wake the monitor", S + "Sleep.cs", "        while (state.MonitorSleeps)\n        {", "        while (false && state.MonitorSleeps)\n        {"),
    ("Block: one slot too many with the same state", Q + "Block.cs", "index < Memory.Load(ref _statesFrom)", "index <= Memory.Load(ref _statesFrom)"),
    ("Block: opened with the last time's states", Q + "Block.cs", "        Memory.Store(ref _statesFrom, Size);", ""),
    ("Inlet: states go to the block before", Q + "Inlet.cs", "        _tailStates = null;", ""),
    ("Block: one slot too many with the same target", Q + "Block.cs", "< (uint)Memory.Load(ref _sameTargets)", "<= (uint)Memory.Load(ref _sameTargets)"),
    ("Block: opened with the last time's targets", Q + "Block.cs", "        Memory.Store(ref _sameTargets, 0);", ""),
    ("Inlet: sharing does not end", Q + "Inlet.cs", "            _tailBlock.EndSharing(index);\n", ""),
    ("Inlet: sharing goes on in the next block", Q + "Inlet.cs", "        _tailTarget = null;\n        block.Open", "        block.Open"),
    ("Pace: not ended before its worker sleeps", S + "Sleep.Pace.cs", "        Volatile.Write(ref _pace.Value, 0);\n        return true;", "        return true;"),
    ("Notice: reads the reach before its fence", S + "Sleep.cs", "        SleepState state = State;\n        if (state.PublishersFence)", "        bool left = inlet is not null && IsLeftToPacemaker(inlet);\n        SleepState state = State;\n        if (state.PublishersFence)", "inlet is null || !IsLeftToPacemaker(inlet)", "!left"),
    ("Notice: an item is left to a quick worker and to no monitor", S + "Sleep.Pace.cs", "        if (waiting != 0)\n        {\n            WakeMonitor();\n        }\n", ""),
    ("NoticeClaim: items are left to a quick worker and to no monitor", S + "Sleep.Pace.cs", "        else\n        {\n            WakeMonitor();", "        else\n        {"),
    ("HasWorkForOthers: items are left to a quick worker and to no monitor", S + "Sleep.Pace.cs", "        WakeMonitor();\n        return false;", "        return false;"),
]

def main():
    chosen = [int(a) for a in sys.argv[1:]] or range(len(MUTATIONS))
    print("| removed | caught by |\n|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as temp:
        copy = pathlib.Path(temp)
        for name in ["Directory.Build.props", "Directory.Packages.props", ".editorconfig", "global.json", "tests/Directory.Build.props"]:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        for folder in ["pool/ThreadPoolDoctor.Pool", "tests/ThreadPoolDoctor.Pool.Model", "tests/Shared"]:
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

def caught(copy, file):
    models = "FullyQualifiedName~SleepModels|FullyQualifiedName~KeepingModels|FullyQualifiedName~PaceModels" if file.startswith(S) else "FullyQualifiedName~QueueModels"
    env = {**os.environ, "TPD_MODEL_SCHEDULES": os.environ.get("TPD_MODEL_SCHEDULES", "600")}
    # A hang is a catch too: the limit is many times what the unchanged models take.
    try:
        run = subprocess.run(["dotnet", "test", "tests/ThreadPoolDoctor.Pool.Model", "-p:TreatWarningsAsErrors=false", "--filter", models], cwd=copy, env=env, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"a hang ({LIMIT} s)"
    if "error CS" in run.stdout:
        return "does not compile: " + re.search(r"error CS[^\[]*", run.stdout).group(0)
    failed = sorted(set(re.findall(r"Failed \S*\.(\w+)(?:\(.*?\))? \[", run.stdout)))
    return ", ".join(failed) or ("NOTHING" if "Passed!" in run.stdout else "the run died: " + run.stdout[-200:].replace("\n", " "))

main()
