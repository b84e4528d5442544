#!/bin/sh
# Every lane, or those named: all.sh [dotnet-8 windows ...]. Ends with "N passed, N failed, N not run", which counts lanes.
cd "$(dirname "$0")" || exit 1
out=../../artifacts/lanes
[ -n "${LANES_KEEP:-}" ] || rm -rf $out/net* $out/plain
mkdir -p $out
export LANES_KEEP=1
passed=0 failed=0 not_run=0 table=
[ $# -gt 0 ] || set -- $(ls ./*.sh | sed 's|^\./||; s|\.sh$||' | grep -v -x -e all -e lib)
for lane; do
  printf '\n== %s: %s\n' "$lane" "$(sed -n '2s/^# //p' "$lane.sh")"
  "./$lane.sh" > "$out/$lane.log" 2>&1
  code=$?
  grep -v '^   at ' "$out/$lane.log" | tail -n 30
  last=$(tail -n 1 "$out/$lane.log")
  case $code in
    0) passed=$((passed + 1)) ;;
    77) not_run=$((not_run + 1)); last=$(grep '^not run: ' "$out/$lane.log") ;;
    *) failed=$((failed + 1)); last="FAILED ($code): $last" ;;
  esac
  table="$table$(printf '%-26s %s' "$lane" "$last")
"
done
printf '\n%s\n%s passed, %s failed, %s not run\n' "$table" $passed $failed $not_run
[ $failed -eq 0 ]
