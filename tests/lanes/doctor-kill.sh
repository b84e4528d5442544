#!/usr/bin/env bash
# Kills the tool, or the process that it looks at, at random moments: no hang, nothing left behind, the other undisturbed.
# doctor-kill.sh [rounds] [seed]; 0 when all is well, 1 when not, 77 when it cannot run here. COMMANDS="until launch" takes
# only those, VICTIMS=tool kills only that, PATIENT=requests looks at another patient: one that uses no Task is locked up by the
# runtime when it ends at the wrong moment, also where no tool was killed (docs/design/observing.md).
set -u
rounds=${1:-100}
RANDOM=${2:-1}
[ "$(uname -s)" = Linux ] || { echo "not run: this is not Linux"; exit 77; }
. "$(dirname "$0")/doctor.lib"
build
# A folder for temporary files of its own: what is left in it was left by us.
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
# A copy, which nobody builds anew meanwhile.
cp -r "$(dirname "$tool")" "$work/tool"
tool=$work/tool/$(basename "$tool")
patients=$work/tool/patients/ThreadPoolDoctor.Patients.dll
read -ra commands <<<"${COMMANDS:-attach until launch monitor read}"
read -ra victims <<<"${VICTIMS:-tool target}"
patient=${PATIENT:-awaiter-result}
limit=20

fail() { printf 'FAILED  round %s (%s, %s killed after %s s): %s\n' "$round" "$command" "$victim" "$after" "$1"; failed=1; }

# state PROCESS: its threads, and what each waits in.
state() { for task in /proc/"$1"/task/*; do echo "        $(<"$task/comm"): $(<"$task/wchan") $(<"$task/syscall")"; done 2>/dev/null; }

# patient: starts one that lives until its input ends, sets $target.
patient() {
  rm -f "$work/in" "$work/ready"
  mkfifo "$work/in"
  dotnet exec "$patients" "$patient" <"$work/in" >"$work/ready" 2>/dev/null &
  target=$!
  exec 9>"$work/in"
  for _ in $(seq 200); do grep -q '^ready' "$work/ready" && return; sleep 0.05; done
  echo "FAILED  the patient does not start"; exit 1
}

ended() { ! kill -0 "$1" 2>/dev/null; }

waits_for_end() {
  for _ in $(seq $((limit * 20))); do ended "$1" && return 0; sleep 0.05; done
  return 1
}

dotnet exec "$tool" demo --duration 1s --save "$work/look" >/dev/null 2>&1 || { echo "FAILED  there is no demo"; exit 1; }
for round in $(seq "$rounds"); do
  command=${commands[RANDOM % ${#commands[@]}]}
  victim=${victims[RANDOM % ${#victims[@]}]}
  after=$((RANDOM % 3)).$((RANDOM % 10))$((RANDOM % 10))
  [ "$command" = read ] && victim=tool
  target=0
  case $command in
    launch)
      # The patient's input is that of the tool.
      rm -f "$work/in"
      mkfifo "$work/in"
      dotnet exec "$tool" launch -o "$work/report" -- dotnet exec "$patients" "$patient" <"$work/in" >"$work/ready" 2>"$work/errors" &
      looker=$!
      exec 9>"$work/in"
      ;;
    read) dotnet exec "$tool" read "$work/look" >/dev/null 2>"$work/errors" & looker=$! ;;
    *)
      patient
      case $command in
        attach) set -- attach "$target" --duration 2s --save "$work/saved" ;;
        until) set -- attach "$target" --until starving --for 30s --duration 2s ;;
        monitor) set -- monitor "$target" --for 5s ;;
      esac
      dotnet exec "$tool" "$@" >/dev/null 2>"$work/errors" &
      looker=$!
      ;;
  esac
  sleep "$after"
  # Before it has started its program, there is only the tool to kill.
  if [ "$command" = launch ]; then target=$(pgrep -P "$looker" | head -1); [ -n "$target" ] || victim=tool; fi
  if [ "$victim" = tool ]; then kill -9 "$looker" 2>/dev/null; else [ "${target:-0}" != 0 ] && kill -9 "$target" 2>/dev/null; fi
  if [ "$victim" = target ]; then
    waits_for_end "$looker" || { fail "the tool hangs"; kill -9 "$looker"; }
    grep -q 'This is a bug' "$work/errors" && { fail "the tool met a bug:"; head -20 "$work/errors"; }
  elif [ "$command" != launch ] && [ "$target" != 0 ]; then
    ended "$target" && fail "the process died with the tool"
    # It still does what it did: another look finds it starving.
    [ $((RANDOM % 5)) = 0 ] && ! dotnet exec "$tool" attach "$target" --duration 1s 2>/dev/null | grep -q STARVING && fail "the process is not what it was"
  fi
  exec 9>&-
  # A launched program that waits at its start for a tool that was killed then is let go by nobody, and is not ours to end by input.
  if [ "${target:-0}" != 0 ]; then
    waits_for_end "$target" || { [ "$command" = launch ] || { fail "the process does not end by itself"; state "$target"; }; kill -9 "$target" 2>/dev/null; }
  fi
  { wait; } 2>/dev/null
done
# A launch that comes to its end takes away what a killed one left; ports of killed processes are the runtime's own to leave.
dotnet exec "$tool" launch -- true 2>/dev/null
left=$(find "$TMPDIR" -mindepth 1 ! -name 'dotnet-diagnostic-*' ! -name 'clr-debug-pipe-*' ! -path '*/.dotnet*' | head -5)
[ -z "$left" ] || { echo "FAILED  left behind: $left"; failed=1; }
[ "$failed" = 0 ] && echo "ok      $rounds rounds"
exit "$failed"
