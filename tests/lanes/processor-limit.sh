#!/bin/sh
# A control group with three quarters of a processor.
. "$(dirname "$0")/lib.sh"
build
in_group cpu "cpu.max=75000 100000" cpu.cfs_period_us=100000 cpu.cfs_quota_us=75000
run
