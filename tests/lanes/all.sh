#!/bin/sh
# Every lane of the pool, or those named: all.sh [dotnet-8 windows ...]. Ends with "N passed, N failed, N not run", which counts lanes.
# LANE_TIME=1200 is the most that one lane may take, in seconds.
cd "$(dirname "$0")" || exit 1
out=../../artifacts/lanes
[ -n "${LANES_KEEP:-}" ] || rm -rf $out/net* $out/plain
mkdir -p $out
export LANES_KEEP=1
passed=0 failed=0 not_run=0 table=
# The doctor's lanes and the adversary answer in other ways, and take hours; only the pool's share lib.sh.
[ $# -gt 0 ] || set -- $(grep -l '/lib\.sh"$' ./*.sh | sed 's|^\./||; s|\.sh$||')
for lane; do
  printf '\n== %s: %s\n' "$lane" "$(sed -n '2s/^# //p' "$lane.sh")"
  since=$(date +%s)
  timeout -k 30 "${LANE_TIME:-1200}" "./$lane.sh" > "$out/$lane.log" 2>&1
  code=$?
  took=$(($(date +%s) - since))
  grep -v '^   at ' "$out/$lane.log" | tail -n 30
  last=$(tail -n 1 "$out/$lane.log")
  case $code in
    0) passed=$((passed + 1)) ;;
    77) not_run=$((not_run + 1)); last=$(grep '^not run: ' "$out/$lane.log") ;;
    *) failed=$((failed + 1)); last="FAILED ($code): $last" ;;
  esac
  table="$table$(printf '%-22s %5s s  %s' "$lane" "$took" "$last")
"
done
printf '\n%s\n%s passed, %s failed, %s not run\n' "$table" $passed $failed $not_run
[ $failed -eq 0 ]
