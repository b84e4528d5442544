#!/usr/bin/env bash
# `relieve` on processes of each runtime: self-contained programs for .NET 8, 9 and 10 that starve, relieved under a lease.
# The queue must be empty within 5 s and the minimum back when the tool ends; and where namespaces may be made (root),
# a process in a PID and mount namespace of its own is relieved from outside, or refused in one sentence.
# tests/lanes/relieve.sh [FRAMEWORKS]        e.g. "net8.0 net10.0"
set -euo pipefail
cd "$(dirname "$0")/../.."
frameworks=${1:-net8.0 net9.0 net10.0}
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
dotnet build runtime/ThreadPoolDoctor.Tool -c Release -v quiet --nologo
tool() { dotnet exec artifacts/bin/ThreadPoolDoctor.Tool/release/dotnet-tpdoctor.dll "$@"; }
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cat > "$folder/Starving.csproj" <<'P'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>$(FRAMEWORK)</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <NuGetAudit>false</NuGetAudit>
    <InvariantGlobalization>true</InvariantGlobalization>
  </PropertyGroup>
</Project>
P
cat > "$folder/Program.cs" <<'P'
for (int i = 0; i < 12_000; i++)
{
    ThreadPool.QueueUserWorkItem(_ => Thread.Sleep(500));
    Thread.Sleep(10);
}
P
failed=0
check() { # name, output: the queue was emptied within 5 s, and the minimum is back
  seconds=$(sed -nE 's/.*-> 0 in ([0-9.]+) s.*/\1/p' <<< "$2")
  if [ -n "$seconds" ] && awk "BEGIN { exit !($seconds <= 5) }" && grep -q 'is off' <<< "$2"; then
    echo "$1: empty in $seconds s, and the minimum is back"
  else
    echo "$1: FAILED"; echo "$2"; failed=1
  fi
}
for framework in $frameworks; do
  FRAMEWORK=$framework dotnet publish "$folder/Starving.csproj" -c Release -r linux-x64 --self-contained \
    -o "$folder/$framework" -v quiet --nologo || { echo "$framework: not run, its runtime pack is not to be had here"; continue; }
  rm -rf "$folder/obj" "$folder/bin"
  "$folder/$framework/Starving" & pid=$!
  sleep 5
  check "$framework" "$(tool relieve $pid --yes --for 8s 2>&1)"
  kill $pid
  wait $pid 2>/dev/null || true
done
if [ "$(id -u)" = 0 ] && [ -x "$folder/net10.0/Starving" ] && unshare --pid --mount --fork true 2>/dev/null; then
  # Its own /tmp: neither the diagnostics port nor the tool's files are where the tool has them.
  mkdir "$folder/tmp" && cp -r "$folder/net10.0" "$folder/tmp/app"
  unshare --pid --mount --fork --mount-proc sh -c "mount --bind '$folder/tmp' /tmp && exec /tmp/app/Starving" & outer=$!
  sleep 5
  inner=$(pgrep -P $outer | head -1 || true)
  if [ -n "$inner" ]; then
    said=$(tool relieve "$inner" --yes --for 8s 2>&1 || true)
    echo "another namespace: $(tail -1 <<< "$said")"
    kill "$inner"
  else
    echo "another namespace: not run, the program did not start there"
  fi
fi
exit $failed
