#!/bin/sh
# No futex for the pool.
. "$(dirname "$0")/lib.sh"
linux
build
run --deny futex=ENOSYS --denied futex
