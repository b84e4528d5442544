#!/bin/sh
# One processor of several.
. "$(dirname "$0")/lib.sh"
command -v taskset > /dev/null || not_run "taskset (util-linux) is not installed"
build
under="taskset -c 0"
run
