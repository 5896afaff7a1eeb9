#!/bin/sh
# A backup each day at $BACKUP_AT (UTC), and a drill after the first one and on the first of each month.
set -eu

while :; do
  now=$(date +%s)
  next=$(date -u -d "${BACKUP_AT:-02:30}" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep $((next - now))
  infra/studio/backup.sh || true
  if [ "$(date -u +%d)" = 01 ] || [ ! -e "${BACKUPS:-/backups}/metrics/backup_drill.prom" ]; then
    infra/studio/drill.sh || true
  fi
done
