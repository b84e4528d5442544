#!/bin/sh
# The monitoring package's tests ten times in a row, on .NET 8 and on the .NET of the SDK.
home=$(cd "$(dirname "$0")/../.." && pwd)
name=ThreadPoolDoctor.Monitoring.Tests
out=$home/artifacts/lanes/monitoring
. "$home/tests/lanes/feed.sh"
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 TPD_PART_OF_A_TEST=1
# A file of an earlier run would stay where another version is wanted.
rm -rf "$out"
rid=linux-x64
[ "$(uname -m)" = aarch64 ] && rid=linux-arm64
dotnet publish "$home/tests/$name" -c Debug -f net10.0 -p:LaneFramework=net10.0 -o "$out/net10.0" -v quiet || exit 1
dotnet exec "$out/net10.0/$name.dll" run ${1:-ten-times} || exit 1
from_feed dotnet publish "$home/tests/$name" -c Debug -f net8.0 -r $rid --self-contained -p:UseAppHost=true -p:LaneFramework=net8.0 -p:RollForward=Minor \
  -o "$out/net8.0" -v quiet || exit
"$out/net8.0/$name" run ${1:-ten-times}
