# For lanes that need packs of .NET from a package feed; sourced, no lane itself.

# from_feed COMMAND...: a restore and what it is for. Says so and returns 77 where the feed lacks a package, and 1 for all
# else that goes wrong: a lane that took the one for the other would call a broken build a machine on which it cannot run.
from_feed() {
  said=$("$@" 2>&1) && return
  printf '%s\n' "$said" >&2
  case $said in *NU1100:*|*NU1101:*|*NU1102:*|*NU1103:*|*NETSDK1094:*|*NETSDK1112:*)
    echo "not run: the package feed lacks what is named above"
    return 77 ;; esac
  return 1
}
