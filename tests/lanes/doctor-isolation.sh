#!/usr/bin/env bash
# The doctor against targets of another user, in another PID namespace with and without a shared /tmp, and in a control
# group with a quota of half a processor. Needs root, unshare and setpriv. Exit code 1 when any diagnosis is wrong.
set -uo pipefail
. "$(dirname "$0")/doctor.lib"
[ "$(id -u)" = 0 ] || { echo "not run: needs root"; exit 77; }
build
publish target net8.0 -r linux-x64 --self-contained || exit 1
program=$work/target/Patients
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"

look other-user "$nobody $program"
# With a /proc of its own, as a container has: from the outer one the runtime would take another process's start time for
# its own, and two programs would give their ports one name.
look pid-namespace "unshare --pid --fork --kill-child --mount-proc $program" --id child
cat >"$work/own-tmp" <<EOF
#!/bin/sh
mount -t tmpfs tmpfs /tmp && exec $program "\$@"
EOF
chmod 755 "$work/own-tmp"
look pid-namespace-own-tmp "unshare --pid --mount --fork --kill-child --mount-proc $work/own-tmp" --id child

quota() {
  if [ -d /sys/fs/cgroup/cpu ]; then
    group=/sys/fs/cgroup/cpu/tpdoctor-lane
    mkdir -p "$group" && echo 100000 >"$group/cpu.cfs_period_us" && echo 50000 >"$group/cpu.cfs_quota_us"
  else
    group=/sys/fs/cgroup/tpdoctor-lane
    mkdir -p "$group" && echo "50000 100000" >"$group/cpu.max"
  fi
}
if quota 2>/dev/null; then
  cat >"$work/limited" <<EOF
#!/bin/sh
echo \$\$ >$group/cgroup.procs && exec $program "\$@"
EOF
  chmod 755 "$work/limited"
  look half-a-processor "$work/limited" --together 1
  rmdir "$group" 2>/dev/null
else
  echo "skipped half-a-processor: no control group may be made here"
fi

# A stranger may not look; it is told so in one sentence.
sleep 60 &
says not-a-dotnet-process 1 "is not a .NET process" dotnet exec "$tool" attach $!
kill $!
"$program" 3 < <(sleep 30) >/dev/null 2>&1 &
target=$!
cp -r "$(dirname "$tool")" "$work/readable" && chmod -R a+rX "$work/readable"
says stranger 1 "belongs to another user" $nobody env HOME="$work" DOTNET_CLI_HOME="$work" dotnet exec "$work/readable/dotnet-tpdoctor.dll" attach $target
kill $target
exit $failed
