#!/usr/bin/env bash
# The pool against generated programs, each also run on ThreadPool: what breaks a promise is shrunk and printed.
# tests/lanes/adversary.sh [PROGRAMS] [further options of the program]     e.g. 500 --seed 1 --without delay,end
# 10,000 programs take two to three hours. Another side is put to the test by, say,
# tests/lanes/adversary.sh 1000 --ours threadpool --ours-env DOTNET_STARTUP_HOOKS=/path/to/hook.dll
# Exit code 1 when a promise is broken.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs=${1:-10000}
shift || true
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
dotnet build tests/ThreadPoolDoctor.Pool.Adversary -c Release -v quiet --nologo
exec dotnet exec artifacts/bin/ThreadPoolDoctor.Pool.Adversary/release/ThreadPoolDoctor.Pool.Adversary.dll \
  hunt --programs "$programs" "$@"
