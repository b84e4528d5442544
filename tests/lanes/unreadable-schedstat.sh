#!/bin/sh
# A system where schedstat cannot be read (gVisor, hidepid).
. "$(dirname "$0")/lib.sh"
linux
command -v cc > /dev/null || not_run "there is no C compiler for the preloaded library"
build
cc -shared -fPIC -O1 -o "$out/unreadable.so" "$lanes/unreadable.c" -ldl || not_run "the preloaded library does not build"
under="env LD_PRELOAD=$out/unreadable.so"
run --except "$lanes/unreadable-schedstat.except"
