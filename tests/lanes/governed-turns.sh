#!/usr/bin/env bash
# Patients with the governor started and stopped within one process in turns: what was done each second without and with it, the
# median of the ratios of all pairs and where it lies with 99 %. It tells what the governor costs once it is compiled.
# tests/lanes/governed-turns.sh PATIENTS [PAIRS] [SECONDS]             e.g. "saturated tiny-items" 40 1
set -euo pipefail
cd "$(dirname "$0")/../.."
export TPD_TURNS=${2:-40} TPD_TURN=${3:-1} DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
[ -n "${TPD_BUILT:-}" ] || for project in runtime/ThreadPoolDoctor.Patients tests/ThreadPoolDoctor.Benchmarks; do
  dotnet build $project -c Release -v quiet --nologo
done
exec 3< <(exec sleep infinity) # a patient ends with its input
trap "kill $!" EXIT
for name in $1; do
  printf '%s: ' "$name"
  DOTNET_STARTUP_HOOKS=$PWD/artifacts/bin/ThreadPoolDoctor.Benchmarks/release/ThreadPoolDoctor.Benchmarks.dll \
    dotnet exec artifacts/bin/ThreadPoolDoctor.Patients/release/ThreadPoolDoctor.Patients.dll "$name" --seconds 900 --counts 10 \
    <&3 2>&1 > /dev/null | tail -1
done
