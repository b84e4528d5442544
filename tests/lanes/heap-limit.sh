#!/bin/sh
# A heap of at most 128 MiB, as in a container.
. "$(dirname "$0")/lib.sh"
build
export DOTNET_GCHeapHardLimit=0x8000000
run
