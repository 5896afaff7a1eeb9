#!/bin/sh
# Reads the names of backups, like 2026-11-23T02-30-00, and prints those that may go: what is not among the newest
# $BACKUPS_DAILY days, $BACKUPS_WEEKLY weeks (of ISO 8601) and $BACKUPS_MONTHLY months that have one. The newest backup
# of each of these stays.
set -eu

sort -r | while read -r name; do
  date=${name%%T*}
  printf '%s %s %s %s\n' "$name" "$date" "$(date -u -d "$date" +%G-%V)" "${date%-*}"
done | awk -v daily="${BACKUPS_DAILY:-14}" -v weekly="${BACKUPS_WEEKLY:-8}" -v monthly="${BACKUPS_MONTHLY:-12}" '
  function isKept(period, most) {
    if (period in seen) return 0
    seen[period] = 1
    return ++count[most] <= limit[most]
  }
  BEGIN { limit["day"] = daily; limit["week"] = weekly; limit["month"] = monthly }
  {
    day = isKept("day " $2, "day")
    week = isKept("week " $3, "week")
    month = isKept("month " $4, "month")
    if (!(day || week || month) && NR > 1) print $1
  }'
