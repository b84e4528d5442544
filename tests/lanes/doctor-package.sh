#!/usr/bin/env bash
# The tool's package in Release, installed as users install it: on linux-x64 with .NET 10 the tool that was compiled ahead of time
# starts; the IL starts where the package was compiled for another system only, or not at all. Each is right about a starving program.
# Needs linux-x64 and the compiler and runtime packs of .NET 10 from a package feed; two minutes.
# Exit codes: 0 all is right, 1 something is not, 77 it cannot run here.
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "not run: needs linux-x64"; exit 77; }
. "$(dirname "$0")/doctor.lib"
build
mkfifo "$work/in"
dotnet exec artifacts/bin/ThreadPoolDoctor.Tool/release/patients/ThreadPoolDoctor.Patients.dll requests < "$work/in" > "$work/ready" 2>/dev/null &
patient=$!
exec 9> "$work/in"
trap 'exec 9>&-; rm -rf "$work"' EXIT

# packed NAME FOLDER [OPTION...]: the package made so starts the tool in this folder.
packed() {
  local name=$1 folder=$2 since
  shift 2
  since=$(date +%s)
  from_feed dotnet pack runtime/ThreadPoolDoctor.Tool -c Release -o "$work/$name" -v quiet --nologo "$@" || exit
  printf '        %s: packed in %s s, %s bytes\n' "$name" $(($(date +%s) - since)) "$(stat -c %s "$work/$name"/*.nupkg)"
  NUGET_PACKAGES=$work/nuget-$name DOTNET_CLI_HOME=$work dotnet tool install ThreadPoolDoctor.Tool --tool-path "$work/tool-$name" \
    --add-source "$work/$name" > "$work/install.log" || { cat "$work/install.log"; failed=1; return; }
  says "$name" 0 STARVING env COREHOST_TRACE=1 COREHOST_TRACEFILE="$work/$name.trace" "$work/tool-$name/dotnet-tpdoctor" attach $patient --duration 2s
  if grep -q "/tools/$folder/dotnet-tpdoctor.dll" "$work/$name.trace"; then
    echo "ok      $name starts $folder"
  else
    echo "FAILED  $name does not start $folder: $(grep -o '/tools/[^ ]*/dotnet-tpdoctor.dll' "$work/$name.trace" | sort -u)"
    failed=1
  fi
}

until grep -q '^ready' "$work/ready"; do sleep 0.1; done
packed this-system net10.0/linux-x64
packed another-system net8.0/any -p:CompileAheadFor=linux-arm64
packed none net8.0/any -p:CompileAheadFor=
exit $failed
