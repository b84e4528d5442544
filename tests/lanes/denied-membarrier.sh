#!/bin/sh
# No membarrier, as under a strict seccomp profile: for the runtime and so for the pool.
. "$(dirname "$0")/lib.sh"
linux
build
under="dotnet exec $program deny membarrier=EPERM"
run --denied membarrier
