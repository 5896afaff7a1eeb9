#!/bin/sh
# A copy of the whole server into $ARCHIVE/base, to which the archived log brings everything since. The newest
# $BASE_BACKUPS_KEPT stay, and of the log what they need.
set -eu
umask 077

archive=${ARCHIVE:-/archive}
time=$(date -u +%Y-%m-%dT%H-%M-%S)
rm -rf "$archive"/base/making-*
pg_basebackup --username studio --pgdata "$archive/base/making-$time" --wal-method=fetch --checkpoint=fast
mv "$archive/base/making-$time" "$archive/base/$time"

ls "$archive/base" | grep '^2' | sort -r | tail -n "+$((${BASE_BACKUPS_KEPT:-3} + 1))" | while read -r name; do
  rm -rf "${archive:?}/base/$name"
done
oldest=$(ls "$archive/base" | grep '^2' | sort | head -n 1)
segment=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$archive/base/$oldest/backup_label")
pg_archivecleanup "$archive/wal" "$segment"
