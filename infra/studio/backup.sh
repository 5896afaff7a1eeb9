#!/bin/sh
# One backup into the folder $BACKUPS; the newest $BACKUPS_KEPT stay. When it went well is written down for Prometheus,
# through the node exporter's text files. A backup that failed is kept apart, as `failed`, until the next one that does;
# one that was cut off, by a restart of the machine for example, is cleared away a day later.
set -eu

# People's work: nobody else on this volume may read it.
umask 077

folder=${BACKUPS:-/backups}
kept=${BACKUPS_KEPT:-14}
time=$(date -u +%Y-%m-%dT%H-%M-%S)
making="$folder/making-$time"
find "$folder" -maxdepth 1 -name 'making-*' -mtime +0 -exec rm -rf {} +

if ! node backend/dist/admin/main.js backup --to "$making"; then
  rm -rf "$folder/failed"
  [ ! -d "$making" ] || mv "$making" "$folder/failed"
  echo 'The backup failed.' >&2
  exit 1
fi
# What has a date for a name is whole.
mv "$making" "$folder/$time"

figures="$folder/metrics/backup.prom"
printf 'studio_backup_last_success_timestamp_seconds %s\n' "$(date +%s)" >"$figures.new"
chmod 644 "$figures.new"
mv "$figures.new" "$figures"
ls -d "$folder"/2* | sort -r | tail -n "+$((kept + 1))" | xargs -r rm -rf
