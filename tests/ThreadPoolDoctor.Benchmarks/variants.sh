#!/bin/sh
# Two variants of the pool, built and compared: variants.sh A B [options of the mode `compare`].
# A variant is a commit (or branch or tag), a folder with a work tree of this repository, or a built ThreadPoolDoctor.Pool.dll.
set -eu
[ $# -ge 2 ] || { sed -n 2,3p "$0"; exit 2; }
home=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"; git -C "$home" worktree prune' EXIT

build() { # name, variant
  case $2 in
    *.dll) realpath "$2"; return ;;
  esac
  tree=$2
  if [ ! -d "$tree" ]; then
    tree=$scratch/tree-$1
    git -C "$home" worktree add --quiet --detach "$tree" "$2" >&2
  fi
  dotnet build "$tree/pool/ThreadPoolDoctor.Pool" -c Release -f net10.0 --artifacts-path "$scratch/$1" -v quiet -nologo >&2
  echo "$scratch/$1/bin/ThreadPoolDoctor.Pool/release_net10.0/ThreadPoolDoctor.Pool.dll"
}
a=$(build A "$1")
b=$(build B "$2")
shift 2
dotnet build "$home/tests/ThreadPoolDoctor.Benchmarks" -c Release -v quiet -nologo
dotnet exec "$home/artifacts/bin/ThreadPoolDoctor.Benchmarks/release/ThreadPoolDoctor.Benchmarks.dll" compare --pool "$a" --pool "$b" "$@"
