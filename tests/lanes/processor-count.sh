#!/bin/sh
# One processor, as the runtime is told.
. "$(dirname "$0")/lib.sh"
build
export DOTNET_PROCESSOR_COUNT=1
run
