#!/bin/sh
# Restores the newest backup into a scratch studio beside it and compares the two; writes down when that went well.
set -eu

folder=${BACKUPS:-/backups}
newest=$(ls "$folder" | grep '^2' | sort | tail -n 1 || true)
if [ -z "$newest" ]; then
  echo 'There is no backup to verify.' >&2
  exit 1
fi
# One that was cut off.
find "$folder" -maxdepth 1 -name 'studio-*' -mtime +0 -exec rm -rf {} +
TMPDIR=$folder node backend/dist/admin/main.js verify-backup --from "$folder/$newest"
"$(dirname "$0")/note-success.sh" backup_drill
