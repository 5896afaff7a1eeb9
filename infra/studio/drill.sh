#!/bin/sh
# Restores a backup, the newest or that of the time in $1, into a scratch studio beside it and compares the two; writes
# down when that of the newest went well.
set -eu

folder=${BACKUPS:-/backups}
backup=${1:-$(ls "$folder" | grep '^2...-..-..T..-..-..$' | sort | tail -n 1 || true)}
if [ -z "$backup" ]; then
  echo 'There is no backup to verify.' >&2
  exit 1
fi
# Its lock ends with it.
exec 9> "$folder/.drill"
if ! flock -n 9; then
  echo 'Another drill is running.' >&2
  exit 1
fi
# What one that was killed has left: a whole copy, for which there may be no room twice.
find "$folder" -mindepth 1 -maxdepth 1 \( -name 'studio-scratch-*' -o -name 'studio-socket-*' \) -exec rm -rf {} +
# /tmp may be memory.
TMPDIR=$folder node backend/dist/admin/main.js verify-backup --from "$folder/$backup"
[ $# -gt 0 ] || "$(dirname "$0")/note-success.sh" backup_drill
