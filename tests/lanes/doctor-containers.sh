#!/usr/bin/env bash
# The doctor and containers, as real namespaces that the lane makes: a starving program with a root file system, processes and a
# folder for temporary files of its own, as another user than root, on a read-only file system without .NET. It is looked at from
# the host, from within as its own user (docker exec), and from a container beside it that shares its processes and its folder for
# temporary files (a sidecar). The tool is the single file of its publish profile. Needs root, unshare, nsenter, setpriv and
# the runtime packs of linux-x64. Exit codes: 0 all looks are right, 1 one is not, 77 it cannot run here.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/lanes/feed.sh
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
[ "$(id -u)" = 0 ] || { echo "not run: needs root"; exit 77; }
unshare --mount --pid --fork --kill-child --mount-proc true 2>/dev/null || { echo "not run: no namespaces may be made here"; exit 77; }
work=$(mktemp -d -p /var/tmp tpdoctor-lane-XXXXXX)
chmod 755 "$work"
target= outer=
cleanup() {
  # A program that has changed its user does not end with the one that started it.
  [ -n "$target" ] && kill -9 "$target" 2>/dev/null
  [ -n "$outer" ] && wait "$outer" 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT

from_feed dotnet publish runtime/ThreadPoolDoctor.Tool -c Release -p:PublishProfile=single-file -o "$work/publish" -v quiet --nologo || exit
mkdir "$work/src"
echo '<Project />' > "$work/src/Directory.Build.props"
cat > "$work/src/Shop.csproj" << 'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier><SelfContained>true</SelfContained><PublishSingleFile>true</PublishSingleFile>
    <DebugType>embedded</DebugType><InvariantGlobalization>true</InvariantGlobalization>
  </PropertyGroup>
</Project>
END
cat > "$work/src/Orders.cs" << 'END'
while (true)
{
    ThreadPool.QueueUserWorkItem(_ => Shop.Orders.Load());
    Thread.Sleep(10);
}

namespace Shop
{
    public static class Orders
    {
        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        public static void Load() => Thread.Sleep(500);
    }
}
END
from_feed dotnet publish "$work/src" -c Release -o "$work/app" -v quiet --nologo || exit

# The image: the system's libraries, the program and the tool; no .NET, and nothing that may be written to but /tmp.
root=$work/root
mkdir -p "$root"/{proc,dev,tmp,app,tools,usr,etc}
for link in lib lib64 bin sbin; do [ -L "/$link" ] && cp -P "/$link" "$root/$link"; done
cp -r "$work/app/." "$root/app/"
cp "$work/publish/dotnet-tpdoctor" "$root/tools/"
chmod -R a+rX "$root"

# The image as the root of the mount namespace that a shell is in, read-only; /tmp is a folder that containers share.
cat > "$work/mounts" << END
mount --bind $root $root && mount --bind /usr $root/usr && mount --bind /dev $root/dev && mount -t proc proc $root/proc &&
mount --bind $work/volume $root/tmp && mount -o remount,bind,ro $root && cd $root && pivot_root . . && umount -l . && cd /
END
mkdir -m 1777 "$work/volume"
run='setpriv --reuid=65534 --regid=65534 --clear-groups env -i TMPDIR=/tmp'
unshare --mount --pid --fork --kill-child sh -c ". $work/mounts; exec $run /app/Shop" > "$work/program.log" 2>&1 &
outer=$!
until target=$(pgrep -P $outer -x Shop) && [ -n "$(ls "$work/volume" 2>/dev/null)" ]; do
  kill -0 $outer 2>/dev/null || { cat "$work/program.log"; echo "FAILED: the program did not start"; exit 1; }
  sleep 0.1
done

failed=0
# look NAME COMMAND...: the tool must say that it starves, and where.
look() {
  local name=$1 said
  shift
  said=$(timeout 120 "$@" attach "$id" --duration 3s 2>&1)
  if grep -q '^STARVING' <<< "$said" && grep -q 'Shop.Orders.Load().*Orders.cs:12' <<< "$said"; then
    printf 'ok      %-12s %s\n' "$name" "$(grep -m 1 '^STARVING' <<< "$said")"
  else
    printf 'FAILED  %-12s\n%s\n' "$name" "$said"
    failed=1
  fi
}

id=$target
# A folder of its own for temporary files, so that the port can only be found through /proc/<pid>/root.
mkdir "$work/own"
look host env TMPDIR="$work/own" "$work/publish/dotnet-tpdoctor"
id=1
look exec nsenter --target "$target" --mount --pid --root --wd $run /tools/dotnet-tpdoctor
# Its own root and mounts, the same processes, and the same folder at /tmp.
cat > "$work/sidecar" << END
. $work/mounts
exec $run /tools/dotnet-tpdoctor "\$@"
END
look sidecar nsenter --target "$target" --pid unshare --mount sh "$work/sidecar"

# A user that is neither root nor the program's is told so.
said=$(timeout 60 nsenter --target "$target" --mount --pid --root --wd setpriv --reuid=1234 --regid=1234 --clear-groups \
  env -i TMPDIR=/tmp /tools/dotnet-tpdoctor attach 1 2>&1)
if [ $? -eq 1 ] && grep -q 'another user' <<< "$said"; then printf 'ok      %-12s %s\n' stranger "$(head -1 <<< "$said")"; else printf 'FAILED  stranger: %s\n' "$said"; failed=1; fi
# Nothing is left in the shared folder but the program's own port.
[ "$(ls "$work/volume" | grep -vc '^dotnet-diagnostic-1-\|^clr-debug-pipe-1-')" = 0 ] || { echo "FAILED: left behind: $(ls "$work/volume")"; failed=1; }
exit $failed
