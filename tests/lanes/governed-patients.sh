#!/usr/bin/env bash
# The patients on .NET's pool as it is and governed (by DOTNET_STARTUP_HOOKS), in turns: the queue and the workers at the
# end of the watch, items completed per second in its last three seconds, the second from which on fewer than 20 items
# waited (- if never), and what the governor said last.
# tests/lanes/governed-patients.sh [PATIENTS] [SECONDS]        e.g. "requests two-locks" 8; all unless named
# Exit code 1 when a governed patient completes less, or no more and has a longer queue.
set -euo pipefail
cd "$(dirname "$0")/../.."
names=${1:-}
seconds=${2:-8}
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
for project in Tool Patients Governor; do dotnet build runtime/ThreadPoolDoctor.$project -c Release -v quiet --nologo; done
tool() { dotnet exec artifacts/bin/ThreadPoolDoctor.Tool/release/dotnet-tpdoctor.dll "$@"; }
patients=artifacts/bin/ThreadPoolDoctor.Patients/release/ThreadPoolDoctor.Patients.dll
hook=$PWD/artifacts/bin/ThreadPoolDoctor.Governor/release_net10.0/ThreadPoolDoctor.Governor.dll
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
[ -n "$names" ] || names=$(dotnet exec $patients --list | awk '{print $1}')

watch() { # name, hook: "queue workers completed-per-second served-since reason"
  DOTNET_STARTUP_HOOKS=$2 dotnet exec $patients "$1" --seconds $((seconds + 20)) < <(sleep $((seconds + 20))) > /dev/null 2>&1 & local id=$!
  sleep 1
  timeout $((seconds + 1)) dotnet exec artifacts/bin/ThreadPoolDoctor.Tool/release/dotnet-tpdoctor.dll monitor $id --format json > "$folder/lines" 2> "$folder/trouble" || true
  local reason=-
  [ -z "$2" ] || reason=$(tool relieve $id --status 2>&1 | tail -1 || true)
  kill -9 $id 2>/dev/null || true
  wait $id 2>/dev/null || true
  local served
  served=$(sed -E 's/.*"queueLength":([0-9]+).*/\1/' "$folder/lines" | awk '$1 >= 20 { since = 0; next } !since { since = NR } END { print since ? since : "-" }')
  tail -3 "$folder/lines" | sed -E 's/.*"workers":([0-9]+).*"queueLength":([0-9]+),"completedPerSecond":([0-9.]+).*/\1 \2 \3/' |
    awk -v reason="$reason" -v served="$served" '{ workers = $1; queue = $2; sum += $3 } END { printf "%d %d %.1f %s %s", queue, workers, NR ? sum / NR : 0, served, reason }'
}

failed=0
printf '%-20s %35s   %35s\n' patient 'plain: queue workers items/s served' 'governed: queue workers items/s served'
for name in $names; do
  read -r queue workers rate served _ <<< "$(watch "$name" "")"
  read -r governedQueue governedWorkers governedRate governedServed reason <<< "$(watch "$name" "$hook")"
  mark=
  awk "BEGIN { exit !($governedRate < 0.9 * $rate - 2 || $governedRate < 1.1 * $rate && $governedQueue > 1.2 * $queue + 20) }" && { mark=WORSE; failed=1; }
  printf '%-20s %10s %8s %10s %6s   %10s %8s %10s %6s  %s %s\n' "$name" "$queue" "$workers" "$rate" "$served" \
    "$governedQueue" "$governedWorkers" "$governedRate" "$governedServed" "$mark" "$reason"
done
exit $failed
