#!/bin/sh
# The net8.0 build on .NET 9, which is what a program for .NET 9 gets.
. "$(dirname "$0")/lib.sh"
linux
publish net9.0 "$(rid)"
"$out/net9.0-$(rid)/ThreadPoolDoctor.Pool.Tests" run
