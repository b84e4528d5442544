#!/usr/bin/env bash
# The patients on .NET's pool as it is and governed (by DOTNET_STARTUP_HOOKS), in turns: what was completed after the first
# second, the ratio of each pair in the median with the least and the greatest, workers and queue at the end, the second
# from which on fewer than 20 items waited (- if never), and what the governor said last.
# tests/lanes/governed-patients.sh [PATIENTS] [SECONDS] [PAIRS]        e.g. "requests two-locks" 8 5; all unless named
# Exit code 1 when a patient loses more than 2 % in the median and in each pair, or completes no more and has a longer queue.
set -euo pipefail
cd "$(dirname "$0")/../.."
names=${1:-}
seconds=${2:-6}
pairs=${3:-3}
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
for project in Tool Patients Governor; do dotnet build runtime/ThreadPoolDoctor.$project -c Release -v quiet --nologo; done
tool=artifacts/bin/ThreadPoolDoctor.Tool/release/dotnet-tpdoctor.dll
patients=artifacts/bin/ThreadPoolDoctor.Patients/release/ThreadPoolDoctor.Patients.dll
hook=$PWD/artifacts/bin/ThreadPoolDoctor.Governor/release_net10.0/ThreadPoolDoctor.Governor.dll
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
[ -n "$names" ] || names=$(dotnet exec $patients --list | awk '{print $1}')

# A standard input that does not end, without a process that would outlive this one.
exec 3<> <(:)

watch() { # name, hook: "completed workers queue served", and the governor's last words in the file "reason"
  : > "$folder/counts" # before it starts, for those of the patient before would be taken for its own
  DOTNET_STARTUP_HOOKS=$2 dotnet exec $patients "$1" --seconds $((seconds + 30)) --counts 100 \
    <&3 > "$folder/counts" 2> /dev/null & local id=$!
  # From the first count on: starting takes its time on a busy machine.
  until [ "$(grep -c '^counts' "$folder/counts")" -gt $((seconds * 10 + 1)) ]; do
    kill -0 $id 2>/dev/null || { echo "$1 ended before its time" >&2; exit 1; }
    sleep 0.05
  done
  [ -z "$2" ] || dotnet exec $tool relieve $id --status 2>&1 | tail -1 > "$folder/reason" || true
  kill -9 $id 2>/dev/null || true
  wait $id 2>/dev/null || true
  grep '^counts' "$folder/counts" | awk -v most=$((seconds * 10 + 1)) '
    NR > most { next }
    NR == 11 { before = $2 } { completed = $2; workers = $3; queue = $4 }
    $4 >= 20 { since = -1; next } since < 0 || NR == 1 { since = (NR - 1) / 10 }
    END { print completed - before, workers, queue, since < 0 ? "-" : since }'
}

failed=0
printf '%-18s %34s   %34s   %s\n' patient 'plain: done workers queue served' 'governed: done workers queue served' 'ratio (least to greatest)'
for name in $names; do
  : > "$folder/plain"; : > "$folder/governed"
  for ((pair = 0; pair < pairs; pair++)); do
    # Each side comes first in turns, for what runs beside or heats up.
    if ((pair % 2)); then watch "$name" "$hook" >> "$folder/governed"; fi
    watch "$name" "" >> "$folder/plain"
    if ((pair % 2 == 0)); then watch "$name" "$hook" >> "$folder/governed"; fi
  done
  paste -d' ' "$folder/plain" "$folder/governed" | awk -v name="$name" -v reason="$(cat "$folder/reason")" '
    function middle(values, n,  i, j, swap) {
      for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++) if (values[j] < values[i]) { swap = values[i]; values[i] = values[j]; values[j] = swap }
      return values[int((n + 1) / 2)]
    }
    { ratio[NR] = $1 > 0 ? $5 / $1 : $5 > 0 ? 99 : 1
      for (i = 1; i <= 7; i++) if (i != 4) column[i, NR] = $i
      plainServed = plainServed " " $4; governedServed = governedServed " " $8 }
    END {
      for (i = 1; i <= 7; i++) { for (r = 1; r <= NR; r++) one[r] = column[i, r] + 0; of[i] = middle(one, NR) }
      median = middle(ratio, NR)
      worse = median < 0.98 && ratio[NR] < 1 || median < 1.02 && of[7] > 1.2 * of[3] + 20
      printf "%-18s %10d %7d %7d %s   %10d %7d %7d %s   %.3f (%.3f to %.3f)%s  %s\n", name, of[1], of[2], of[3], plainServed,
        of[5], of[6], of[7], governedServed, median, ratio[1], ratio[NR], worse ? " WORSE" : "", reason
      exit worse
    }' || failed=1
done
exit $failed
