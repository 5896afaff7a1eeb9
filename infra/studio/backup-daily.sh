#!/bin/sh
# A backup each day at BACKUP_AT (UTC, 02:30), the newest BACKUPS_KEPT (14) stay. What came of it is written down for
# Prometheus, through the node exporter's text files.
set -eu

# People's work: nobody else on this volume may read it.
umask 077

folder=/backups
while :; do
  now=$(date +%s)
  next=$(date -u -d "${BACKUP_AT:-02:30}" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep $((next - now))

  to="$folder/$(date -u +%Y-%m-%dT%H-%M-%S)"
  if node backend/dist/admin/main.js backup --to "$to"; then
    printf 'studio_backup_last_success_timestamp_seconds %s\n' "$(date +%s)" >"$folder/metrics/backup.prom.new"
    chmod 644 "$folder/metrics/backup.prom.new"
    mv "$folder/metrics/backup.prom.new" "$folder/metrics/backup.prom"
    ls -d "$folder"/2* | sort -r | tail -n "+$((${BACKUPS_KEPT:-14} + 1))" | xargs -r rm -rf
  else
    echo "The backup to $to failed; what there is of it is no backup." >&2
    rm -rf "$to"
  fi
done
