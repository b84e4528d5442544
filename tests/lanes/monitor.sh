#!/usr/bin/env bash
# The monitor in a real terminal (tmux) with a sick and a healthy patient: what it shows, and its keys pause, save and quit.
set -u
command -v tmux >/dev/null || { echo "not run: tmux is not installed"; exit 77; }
. "$(dirname "$0")/doctor.lib"
build
patients=artifacts/bin/ThreadPoolDoctor.Tool/release/patients/ThreadPoolDoctor.Patients.dll
tool=$PWD/$tool
terminal() { tmux -L "tpdoctor-$$" "$@"; }
screen() { terminal capture-pane -p -t monitor; }
trap 'terminal kill-server 2>/dev/null; exec 8>&- 9>&-; rm -rf "$work"' EXIT

# until WHAT COMMAND...: waits for the sign itself.
until_() {
  local what=$1
  shift
  for _ in $(seq 600); do "$@" && { echo "ok      $what"; return; }; sleep 0.1; done
  echo "FAILED  $what"
  screen
  failed=1
}

# patient NAME NUMBER: starts it, with an input that stays open.
patient() {
  mkfifo "$work/in$2"
  dotnet exec "$patients" "$1" <"$work/in$2" >"$work/ready$2" 2>/dev/null &
  id=$!
}
patient requests 8; sick=$id; exec 8>"$work/in8"
patient idle 9; well=$id; exec 9>"$work/in9"
shows() { screen | grep -Eq "$1"; }
ready() { grep -q '^ready' "$work/ready8" && grep -q '^ready' "$work/ready9"; }
saved() { [ "$(find "$work" -name '*.tpdoctor' | wc -l)" = "$1" ]; }
# Suspensions of the healthy one, by its newest file: one for each burst of stacks.
suspensions() {
  dotnet exec "$tool" read "$(ls -t "$work"/*-"$well"-*.tpdoctor | head -1)" --format json | grep -o '"suspensions": *[0-9]*' | grep -o '[0-9]*$'
}
took_stacks() {
  rm -f "$work"/*.tpdoctor
  terminal send-keys -t monitor s
  for _ in $(seq 50); do saved 2 && break; sleep 0.1; done
  [ "$(suspensions)" -gt 0 ]
}
still() { local one; one=$(screen); sleep 2.5; [ "$one" = "$(screen)" ]; }
moves() { ! still; }
until_ "both patients are ready" ready
terminal new-session -d -s monitor -x 110 -y 24 -c "$work" "dotnet exec $tool monitor $sick $well; echo ended with \$?; sleep 300"
until_ "the sick one starves" shows "^STARVING since .*pid $sick"
until_ "the healthy one is healthy" shows "^HEALTHY: .*pid $well"
until_ "what blocks is named, with its line" shows 'TPD002 ThreadPoolDoctor.Patients.Requests.Load\(int\) +Requests.cs:~?29'
screen | sed 's/^/        /'
terminal send-keys -t monitor p
until_ "p holds the screen" still
terminal send-keys -t monitor p
until_ "p lets it go on" moves
terminal send-keys -t monitor s
until_ "s saves both" saved 2
until_ "no stacks of the healthy one were taken" [ "$(suspensions)" = 0 ]
terminal send-keys -t monitor b
until_ "b takes stacks of the healthy one too" took_stacks
for file in "$work"/*.tpdoctor; do dotnet exec "$tool" read "$file" | sed -n '1s/^/        /p'; done
terminal send-keys -t monitor q
until_ "q ends it with 0" shows '^ended with 0'
exit $failed
