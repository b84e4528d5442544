#!/usr/bin/env bash
# The rules of this tree against those of another commit, over folders of source: what only one of them reports.
#   compare.sh COMMIT FOLDER...        ends with 1 when a finding is gone or new
# Folders are checkouts; nothing of them is built or restored. Test and sample projects are left out.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
commit=$1; shift
work=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$work/before" 2>/dev/null || true; rm -rf "$work"' EXIT

git -C "$root" worktree add --quiet --detach "$work/before" "$commit"
dotnet build "$work/before/analyzers/ThreadPoolDoctor.Analyzers" -c Release -v q --tl:off -p:RunAnalyzers=false -p:ArtifactsPath="$work/out"
before=$(find "$work/out/bin" -name ThreadPoolDoctor.Analyzers.dll | head -1)
dotnet run --project "$root/tests/ThreadPoolDoctor.Benchmarks.Analyzers" -c Release -- compare "$before" "$@" \
  --without test,benchmark,sample,example,spec,demo,tutorial
