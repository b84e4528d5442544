#!/bin/sh
# Random load on random pools for ten minutes: every item must run exactly once, and the watchdog must have nothing to do.
# Ends with 0 if so. Arguments go on to the program, --seed N repeats a run.
exec dotnet run -c Release --project "$(dirname "$0")/ThreadPoolDoctor.Benchmarks" -- soak --minutes 10 "$@"
