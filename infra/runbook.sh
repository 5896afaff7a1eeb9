#!/bin/sh
# runbook.sh <file> <heading> <number>: prints that block of commands below a heading of README.md or UPGRADE.md. The
# workflow `stack.yml` runs what this prints, so what operators read is what was run.
set -eu
cd "$(dirname "$0")"

block=$(awk -v heading="$2" -v wanted="$3" '
  /^#+ / && !inside { found = substr($0, index($0, " ") + 1) == heading }
  /^```sh$/ { inside = 1; if (found) count++; next }
  /^```$/ { inside = 0; next }
  inside && found && count == wanted
' "$1")
if [ -z "$block" ]; then
  echo "$1 has no block $3 below \"$2\"." >&2
  exit 1
fi
printf '%s\n' "$block"
