#!/usr/bin/env bash
# The doctor against programs of 300,000 compiled methods, and of 5,000 threads: starving and healthy ones. Exit code 1 when
# any diagnosis is wrong. A minute each.
set -uo pipefail
cd "$(dirname "$0")/../.."
seeds=${SEEDS:-730,734}
failed=0
tests/lanes/patients.sh "$seeds" --methods 300000 || failed=1
tests/lanes/patients.sh "$seeds" --threads 5000 || failed=1
exit $failed
