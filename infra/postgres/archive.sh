#!/bin/sh
# archive.sh <path> <name>: PostgreSQL's archive_command. Keeps a finished segment of its log in $ARCHIVE/wal; one that
# is there already is never replaced, and is fine if it is the same.
set -eu

kept="${ARCHIVE:-/archive}/wal/$2"
if [ -e "$kept" ]; then
  cmp -s "$1" "$kept"
  exit
fi
cp "$1" "$kept.part"
sync "$kept.part"
mv "$kept.part" "$kept"
