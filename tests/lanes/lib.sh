# What the lanes have in common; sourced by each. A lane runs the pool's tests in one environment and ends with a line
# "N passed, N failed, N not run". Exit codes: 0 passed, 1 failed, 77 the lane cannot run here, and its last but one line says why.
set -u
lanes=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$lanes/../.." && pwd)
tests=$home/tests/ThreadPoolDoctor.Pool.Tests
out=$home/artifacts/lanes
. "$lanes/feed.sh"
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1

not_run() { printf 'not run: %s\n0 passed, 0 failed, 1 not run\n' "$1"; exit 77; }
failed() { printf 'FAILED: %s\n0 passed, 1 failed, 0 not run\n' "$1"; exit 1; }

# publish net8.0 linux-x64: a program that needs no .NET on the machine, in $out/net8.0-linux-x64. all.sh sets LANES_KEEP, so
# that lanes share one.
publish() {
  [ -n "${LANES_KEEP:-}" ] && [ -d "$out/$1-$2" ] && return
  from_feed dotnet publish "$tests" -c Release -f "$1" -r "$2" --self-contained -p:UseAppHost=true -p:LaneFramework="$1" -o "$out/$1-$2" -v quiet || {
    lacks=$?
    rm -rf "${out:?}/$1-$2"
    [ $lacks = 77 ] || failed "the tests do not build for $1 $2"
    echo "0 passed, 0 failed, 1 not run"
    exit 77
  }
}

# build: the tests as they are, for the .NET of the SDK; then `run ...` runs them, with `$under` in front if set.
build() {
  program=$out/plain/ThreadPoolDoctor.Pool.Tests.dll
  [ -n "${LANES_KEEP:-}" ] && [ -f "$program" ] && return
  dotnet publish "$tests" -c Release -f net10.0 -o "$out/plain" -v quiet || failed "the tests do not build"
}
run() { ${under:-} dotnet exec "$program" run "$@"; }
linux() { [ "$(uname -s)" = Linux ] || not_run "this is not Linux"; }

rid() { case $(uname -m) in aarch64) echo linux-arm64 ;; *) echo linux-x64 ;; esac; }

# in_group CONTROLLER FILE2=VALUE FILE1=VALUE...: makes a control group with a limit, by version 2's file or version 1's, and
# moves this shell, and so what it starts, into it. The group goes when the shell ends.
in_group() {
  linux
  controller=$1 second=$2
  shift 2
  group=/sys/fs/cgroup/tpd-lane-$$
  if grep -qw "$controller" /sys/fs/cgroup/cgroup.controllers 2> /dev/null; then
    set -- "$second"
  else
    group=/sys/fs/cgroup/$controller/tpd-lane-$$
  fi
  said=$(mkdir "$group" 2>&1) || not_run "no control group can be made: $said"
  was=$(awk -F: -v c="$controller" '$2 ~ "(^|,)" c "(,|$)" || $1 == 0 && $2 == "" { path = $3; if ($2 != "") exit } END { print path }' /proc/self/cgroup)
  trap 'echo $$ > "$(dirname "$group")$was/cgroup.procs"; rmdir "$group"' EXIT
  for limit; do
    { said=$(sh -c 'echo "$1" > "$2"' - "${limit#*=}" "$group/${limit%%=*}" 2>&1); } || not_run "the limit was refused: $said"
  done
  { said=$(sh -c 'echo "$1" > "$2"' - $$ "$group/cgroup.procs" 2>&1); } || not_run "the group takes no process: $said"
}
