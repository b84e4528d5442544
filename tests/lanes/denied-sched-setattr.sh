#!/bin/sh
# A seccomp profile that ends whoever calls sched_setattr: the pool does without it.
. "$(dirname "$0")/lib.sh"
linux
build
run --deny sched_setattr=kill || failed "the process has ended, or a test has failed"
