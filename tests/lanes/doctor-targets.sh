#!/usr/bin/env bash
# The doctor against targets on .NET 8, 9 and 10, self-contained, as a single file, trimmed, with Server GC; and the tool
# itself on .NET 8. Needs the runtime packs of linux-x64. Exit code 1 when any diagnosis is wrong.
set -uo pipefail
. "$(dirname "$0")/doctor.lib"
build
self=(-r linux-x64 --self-contained)
for version in 8.0 9.0 10.0; do
  publish "net$version" "net$version" "${self[@]}" && look "net$version" "$work/net$version/Patients" || failed=1
done
look server-gc "env DOTNET_gcServer=1 $work/net8.0/Patients"
publish single-file net8.0 "${self[@]}" -p:PublishSingleFile=true && look single-file "$work/single-file/Patients" || failed=1
publish embedded net10.0 "${self[@]}" -p:PublishSingleFile=true -p:DebugType=embedded && look single-file-embedded "$work/embedded/Patients" || failed=1
# Trimming takes the counters away, unless they are asked for.
publish trimmed net10.0 "${self[@]}" -p:PublishTrimmed=true -p:EventSourceSupport=true && look trimmed "$work/trimmed/Patients" || failed=1
if dotnet publish runtime/ThreadPoolDoctor.Tool -c Release "${self[@]}" -o "$work/tool" -v quiet --nologo; then
  tool=$work/tool/dotnet-tpdoctor
  look tool-on-net8 "$work/net10.0/Patients"
else
  failed=1
fi
exit $failed
