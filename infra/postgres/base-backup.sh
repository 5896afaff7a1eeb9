#!/bin/sh
# Copies of the whole server in $ARCHIVE/base, to which the archived log brings everything since. The newest
# $BASE_BACKUPS_KEPT stay, and of the log what they need.
#
#   base-backup.sh watch   makes one whenever the newest is a day old
#   base-backup.sh         makes one
set -eu
umask 077

archive=${ARCHIVE:-/archive}
figures="$archive/metrics/base_backup.prom"
(umask 022 && mkdir -p "$archive/metrics")

# For Prometheus, through the node exporter's text files.
note() {
  printf 'studio_base_backup_last_success_timestamp_seconds %s\n' "$1" >"$figures.new"
  chmod 644 "$figures.new"
  mv "$figures.new" "$figures"
}

# By the moment of their end. One that an operator has renamed is theirs to keep.
dated() {
  ls "$archive/base" | grep '^2...-..-..T..-..-..$'
}

if [ "${1:-}" = watch ]; then
  # Until the first one: an alert that there is none.
  [ -e "$figures" ] || note 0
  while :; do
    if [ -z "$(find "$archive/base" -maxdepth 1 -name '2???-??-??T??-??-??' -mmin -1440)" ]; then
      sh "$0" || echo 'The base backup failed; it is tried again.' >&2
    fi
    sleep 600
  done
fi

making="$archive/base/making"
rm -rf "$making"
pg_basebackup --username studio --pgdata "$making" --wal-method=stream --checkpoint=fast
pg_verifybackup --quiet "$making"
# The server may have come from restore-to.sh, which archives nothing: without the beginning of its timeline in the
# archive, the next one that is brought back would take the same number, and its log would be refused.
for history in "$making"/pg_wal/*.history; do
  kept="$archive/wal/${history##*/}"
  if [ -e "$history" ] && [ ! -e "$kept" ]; then
    cp "$history" "$kept.part"
    sync "$kept.part"
    mv "$kept.part" "$kept"
  fi
done
# Named when it ends: it brings back nothing earlier.
mv "$making" "$archive/base/$(date -u +%Y-%m-%dT%H-%M-%S)"

dated | sort -r | tail -n "+$((${BASE_BACKUPS_KEPT:-3} + 1))" | while read -r name; do
  rm -rf "${archive:?}/base/$name"
done
oldest=$(dated | sort | head -n 1)
segment=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$archive/base/$oldest/backup_label")
pg_archivecleanup "$archive/wal" "$segment"
note "$(date +%s)"
