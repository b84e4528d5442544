#!/bin/sh
# The code for Windows on .NET 9, under wine. Not on .NET 8: there an exception that is thrown again ends the process under wine.
. "$(dirname "$0")/lib.sh"
command -v wine > /dev/null || not_run "wine is not installed"
publish net9.0 win-x64
# Not the user's own Windows. Its processes end with the lane; those that tests end by an exception do so without a debugger.
export WINEPREFIX="$out/wine" WINEDEBUG=-all WINEDLLOVERRIDES=winedbg.exe=d
trap 'wineserver -k' EXIT
wineboot -i > /dev/null 2>&1 || not_run "wine cannot make a Windows here"
wine "$out/net9.0-win-x64/ThreadPoolDoctor.Pool.Tests.exe" run --names --except "$lanes/windows.except" > "$out/wine.log" 2>&1
code=$?
# Who ended a run that stood finds in the log where.
tr -d '\r' < "$out/wine.log" | grep -v '^begins: '
exit $code
