#!/bin/sh
# A control group of 256 MiB.
. "$(dirname "$0")/lib.sh"
build
in_group memory memory.max=268435456 memory.limit_in_bytes=268435456
run
