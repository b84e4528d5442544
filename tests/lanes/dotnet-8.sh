#!/bin/sh
# The net8.0 build on .NET 8.
. "$(dirname "$0")/lib.sh"
linux
publish net8.0 "$(rid)"
"$out/net8.0-$(rid)/ThreadPoolDoctor.Pool.Tests" run
