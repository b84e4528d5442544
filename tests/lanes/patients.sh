#!/usr/bin/env bash
# The doctor against generated programs whose illness is known: verdicts, symptoms, causes and lines as tables.
# tests/lanes/patients.sh [SEEDS] [further options of the generator]     e.g. 1-300 --together 2 --kind healthy
# Leaves source, program, recording and report of each wrong one in artifacts/patients/SEED. Exit code 1 when any is wrong.
set -euo pipefail
cd "$(dirname "$0")/../.."
seeds=${1:-1-30}
shift || true
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
dotnet build runtime/ThreadPoolDoctor.Tool -c Release -v quiet --nologo
dotnet build tests/ThreadPoolDoctor.PatientGenerator -c Release -v quiet --nologo
exec dotnet exec artifacts/bin/ThreadPoolDoctor.PatientGenerator/release/ThreadPoolDoctor.PatientGenerator.dll \
  run --seeds "$seeds" --tool artifacts/bin/ThreadPoolDoctor.Tool/release/dotnet-tpdoctor.dll --out artifacts/patients "$@"
