#!/usr/bin/env bash
# The fuzzers of the doctor with many more cases than the usual run: hostile recordings, streams of events, symbols.
# tests/lanes/doctor-fuzz.sh [TIMES]     so many times the usual number (100); a failure names its seed
set -euo pipefail
cd "$(dirname "$0")/../.."
export TPDOCTOR_FUZZ=${1:-100}
dotnet test tests/ThreadPoolDoctor.Diagnosis.Tests -c Release --nologo --filter "FullyQualifiedName~Hostile"
dotnet test tests/ThreadPoolDoctor.Tool.Tests -c Release --nologo --filter "FullyQualifiedName~Hostile"
