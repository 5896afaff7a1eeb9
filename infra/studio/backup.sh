#!/bin/sh
# One backup into the folder $BACKUPS; the newest $BACKUPS_KEPT stay. When it went well is written down for Prometheus,
# through the node exporter's text files. A backup that failed is kept apart, as `failed`, until the next one that does.
set -eu

# People's work: nobody else on this volume may read it.
umask 077

folder=${BACKUPS:-/backups}
kept=${BACKUPS_KEPT:-14}
to="$folder/$(date -u +%Y-%m-%dT%H-%M-%S)"

if ! node backend/dist/admin/main.js backup --to "$to"; then
  rm -rf "$folder/failed"
  [ ! -d "$to" ] || mv "$to" "$folder/failed"
  echo 'The backup failed.' >&2
  exit 1
fi

figures="$folder/metrics/backup.prom"
printf 'studio_backup_last_success_timestamp_seconds %s\n' "$(date +%s)" >"$figures.new"
chmod 644 "$figures.new"
mv "$figures.new" "$figures"
ls -d "$folder"/2* | sort -r | tail -n "+$((kept + 1))" | xargs -r rm -rf
