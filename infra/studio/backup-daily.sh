#!/bin/sh
# A backup each day at $BACKUP_AT (UTC).
set -eu

while :; do
  now=$(date +%s)
  next=$(date -u -d "${BACKUP_AT:-02:30}" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep $((next - now))
  infra/studio/backup.sh || true
done
