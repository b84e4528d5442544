#!/bin/sh
# Small programs, built twice from the same source: on ThreadPool, and with UseThreadPoolDoctorPool on the bundled pool. They must find
# the same. Ends with "N passed, N failed, N not run".
. "$(dirname "$0")/lib.sh"
mkdir -p "$out"
for side in plain swapped; do
  [ $side = swapped ] && swap=true || swap=false
  dotnet build "$lanes/swapped" -c Release -p:UseThreadPoolDoctorPool=$swap -o "$out/programs-$side" -v quiet --nologo > "$out/programs.log" 2>&1 || {
    cat "$out/programs.log"
    failed "the programs do not build ($side)"
  }
done
passed=0 failures=0
find_out() { timeout 120 dotnet exec "$out/programs-$1/Swapped.dll" "$2" 2>&1 | head -n 1; }
printf '| program | ThreadPool | bundled pool | ms, ms |\n|---|---|---|---|\n'
dotnet exec "$out/programs-plain/Swapped.dll" > "$out/programs.txt"
while IFS= read -r row; do
  case $row in
    *configuration*) export DOTNET_ThreadPool_ForceMinWorkerThreads=1 DOTNET_ThreadPool_ForceMaxWorkerThreads=2 ;;
    *) unset DOTNET_ThreadPool_ForceMinWorkerThreads DOTNET_ThreadPool_ForceMaxWorkerThreads ;;
  esac
  theirs=$(find_out plain "$row") ours=$(find_out swapped "$row")
  tab=$(printf '\t')
  # A program that ended otherwise than by telling what it found has no tab in its first line.
  case $theirs in *"$tab"*) told=yes ;; *) told= ;; esac
  if [ -n "$told" ] && [ "${theirs%%"$tab"*}" = "${ours%%"$tab"*}" ]; then passed=$((passed + 1)) mark=; else failures=$((failures + 1)) mark=' FAILED'; fi
  printf '| %s | %s | %s%s | %s, %s |\n' "$row" "${theirs%%"$tab"*}" "${ours%%"$tab"*}" "$mark" "${theirs##*"$tab"}" "${ours##*"$tab"}"
done < "$out/programs.txt"
printf '%s passed, %s failed, 0 not run\n' $passed $failures
[ $failures -eq 0 ] && [ $passed -gt 0 ]
