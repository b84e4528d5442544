#!/usr/bin/env bash
# The same code with our rules and with each peer's: what each finds (per file and line), misses, and costs.
#   run.sh                    the corpus, whose lines say what they are: an item, not an item, harmless
#   run.sh --sources 'GLOB'   any other code that compiles against the framework alone; lists what a peer finds and ours does not
# Only rules that speak of blocking count (rules.globalconfig). Needs the .NET SDK and a package source with the peers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
sources=""
if [ "${1:-}" = --sources ]; then sources=$2; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

dotnet build "$root/analyzers/ThreadPoolDoctor.Analyzers" -c Release -v q --tl:off >"$work/ours.build" || { cat "$work/ours.build"; exit 1; }
ours=$(find "$root/artifacts/bin/ThreadPoolDoctor.Analyzers/release" -name ThreadPoolDoctor.Analyzers.dll | head -1)
peers=(ours vsthrd meziantou asyncfixer netanalyzers)

for peer in "${peers[@]}"; do
  dotnet build "$here/Corpus" -v d --tl:off --no-incremental -p:Peer="$peer" -p:OurRules="$ours" "-p:Sources=$sources" \
    -p:ReportAnalyzer=true -p:UseArtifactsOutput=true -p:ArtifactsPath="$work/$peer" >"$work/$peer.log" || { tail -30 "$work/$peer.log"; exit 1; }
  # file:line, once however many rules of a peer speak of it
  { grep -oE '[^ ]+\.cs\([0-9]+,[0-9]+\): warning (TPD|VSTHRD|MA|AsyncFixer|CA)[0-9]+' "$work/$peer.log" || true; } |
    sed -E 's/\(([0-9]+),[0-9]+\).*/:\1/; s|.*/||' | sort -u >"$work/$peer.found"
done

# What a line's comment says of it, as "file:line mark".
if [ -z "$sources" ]; then
  grep -noE '// (item|not an item|harmless)$' "$here"/Corpus/*.cs | sed -E 's|.*/([^/]+\.cs):([0-9]+):// (.*)|\1:\2 \3|' >"$work/marks"
  awk -v work="$work" -v peers="${peers[*]}" '
    { mark[$1] = substr($0, length($1) + 2); count[mark[$1]]++; order[++n] = $1 }
    END {
      p = split(peers, name, " ")
      printf "%-13s %12s %18s %14s %9s\n", "", "items found", "outside items too", "false alarms", "unmarked"
      for (i = 1; i <= p; i++) {
        split("", hit)
        while ((getline place < (work "/" name[i] ".found")) > 0) { hit[mark[place]]++; found[name[i], place] = 1 }
        printf "%-13s %5d of %3d %11d of %2d %8d of %2d %9d\n", name[i], hit["item"], count["item"], hit["not an item"], count["not an item"], hit["harmless"], count["harmless"], hit[""]
      }
      print "\nItems that a peer finds and ours does not:"
      for (i = 1; i <= n; i++) {
        place = order[i]; who = ""
        for (j = 2; j <= p; j++) if ((name[j], place) in found) who = who " " name[j]
        if (mark[place] == "item" && !(("ours", place) in found)) print (who == "" ? "  (no peer either) " : "  ") place who
        if (mark[place] != "item" && (("ours", place) in found)) wrong = wrong "  " place " (" mark[place] ")\n"
      }
      print "\nReported by ours where it should not be:"; printf "%s", wrong
    }' "$work/marks"
else
  for peer in "${peers[@]}"; do printf '%-13s %5d lines reported\n' "$peer" "$(wc -l <"$work/$peer.found")"; done
  echo; echo "Reported by a peer and not by ours:"
  for peer in "${peers[@]:1}"; do comm -13 "$work/ours.found" "$work/$peer.found" | sed "s/^/  $peer /"; done
fi

echo; echo "Seconds in the rules (from the compiler's own report; rules that are switched off are not run):"
for peer in "${peers[@]}"; do
  printf '%-13s\n' "$peer"
  { grep -E '^ +(<?[0-9.]+) +<?[0-9]+ +.*\((TPD00[1-5]|VSTHRD002|VSTHRD103|MA0042|MA0045|AsyncFixer02|CA1849)' "$work/$peer.log" || true; } | sed 's/^ */  /' | sort -u
done
