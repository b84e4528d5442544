#!/bin/sh
# The HTML report in a real browser: keys, light and dark, print, hostile names, no request. html-report.sh [folder for pictures]
home=$(cd "$(dirname "$0")/../.." && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "not run: no chromium (apt-get install chromium)"
  exit 77
}
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
exec dotnet run --project "$home/tests/ThreadPoolDoctor.Browser" -v quiet -- "$browser" "$@"
