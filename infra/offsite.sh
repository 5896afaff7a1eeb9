#!/bin/sh
# Copies of backups in another place: restic encrypts them, and stores what is new since the last one.
#
#   offsite.sh watch          copies each new backup of $BACKUPS to $OFFSITE_REPOSITORY
#   offsite.sh copy           copies the newest, checks the place, and forgets what retention does not keep
#   offsite.sh list           says which backups are there
#   offsite.sh verify         reads every byte that is there
#   offsite.sh fetch <time>   brings one back into $BACKUPS
#
#   offsite.sh archive watch | copy | list | verify | fetch [<id>]
#                             the same of PostgreSQL's archive, $ARCHIVE, to a folder `archive` of that place
set -eu
# People's work: nobody else on this volume may read it.
umask 077

secrets=${SECRETS:-/run/secrets}
if [ "${1:-}" = archive ]; then
  shift
  folder=${ARCHIVE:-/archive} host=archive figure=offsite_archive
  RESTIC_REPOSITORY="${OFFSITE_REPOSITORY:+${OFFSITE_REPOSITORY%/}/archive}"
else
  folder=${BACKUPS:-/backups} host=studio figure=offsite_copy
  RESTIC_REPOSITORY="${OFFSITE_REPOSITORY:-}"
fi
figures="$folder/metrics/$figure.prom"
export RESTIC_REPOSITORY RESTIC_PASSWORD_FILE="$secrets/offsite_password"
export RESTIC_CACHE_DIR="$folder/offsite-cache" TZ=UTC
AWS_ACCESS_KEY_ID=$(cat "$secrets/offsite_access_key")
AWS_SECRET_ACCESS_KEY=$(cat "$secrets/offsite_secret_key")
export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_DEFAULT_REGION="${OFFSITE_REGION:-us-east-1}"

newest() {
  ls "$folder" | grep '^2...-..-..T..-..-..$' | sort | tail -n 1
}

# For Prometheus, through the node exporter's text files.
note() {
  (umask 022 && mkdir -p "$folder/metrics")
  printf 'studio_%s_last_success_timestamp_seconds %s\n' "$figure" "$1" >"$figures.new"
  chmod 644 "$figures.new"
  mv "$figures.new" "$figures"
}

open_repository() {
  restic cat config >/dev/null 2>&1 || restic init
  # Of a copy that was cut off.
  restic unlock --quiet
}

# Of a place that is whole as far as it was read: a part of what is there each day, and all of it within a month.
check() {
  restic check --quiet --read-data-subset "$(date +%d | sed 's/^0//; s/31/30/')/30"
}

copy() {
  if [ "$host" = archive ]; then copy_archive; else copy_backup; fi
}

copy_archive() {
  open_repository || return 1
  # The copies of the server come before the log, so the log reaches further than any of them.
  (cd "$folder" && restic backup --quiet --host archive --exclude 'making' --exclude '*.part' base wal) || return 1
  # Also those of days ago: an archive that was emptied here would be copied as it is.
  restic forget --quiet --host archive --group-by host --keep-last 12 --keep-daily 4 || return 1
  if [ -z "$(find "$folder/offsite-checked" -mmin -1440 2>/dev/null)" ]; then
    restic prune --quiet && check || return 1
    touch "$folder/offsite-checked"
  fi
  note "$(date +%s)"
}

copy_backup() {
  name=$(newest)
  if [ -z "$name" ]; then
    echo 'There is no backup to copy.' >&2
    return 1
  fi
  open_repository || return 1
  # By the moment of the backup, which retention goes by.
  moment=$(printf %s "$name" | sed 's/T/ /; s/\(..\)-\(..\)-\(..\)$/\1:\2:\3/')
  if ! restic snapshots --json --tag "$name" | grep -q '"id"'; then
    (cd "$folder/$name" && restic backup --quiet --host studio --tag "$name" --time "$moment" .) || return 1
  fi
  restic forget --quiet --host studio --group-by host --prune --keep-daily "${BACKUPS_DAILY:-14}" \
    --keep-weekly "${BACKUPS_WEEKLY:-8}" --keep-monthly "${BACKUPS_MONTHLY:-12}" || return 1
  check || return 1
  note "$(date +%s)"
  echo "$name is in $(place), and what was read of that place is whole."
}

# Without a password that may stand in it.
place() {
  printf %s "$RESTIC_REPOSITORY" | sed 's|//[^/@]*@|//|'
}

watch() {
  if [ -z "$RESTIC_REPOSITORY" ]; then
    rm -f "$figures"
    echo 'OFFSITE_REPOSITORY is unset: backups stay on this machine.' >&2
    exec sleep 2147483647
  fi
  # Until the first copy: an alert that there is none.
  [ -e "$figures" ] || note 0
  copied=
  while [ "$host" = archive ]; do
    copy || echo 'The copy failed; it is tried again.' >&2
    sleep 600
  done
  while :; do
    name=$(newest || true)
    if [ -n "$name" ] && [ "$name" != "$copied" ]; then
      if copy; then copied=$name; else echo 'The copy failed; it is tried again.' >&2; fi
    fi
    sleep 600
  done
}

fetch_archive() {
  if [ -e "$folder/fetched" ]; then
    echo "$folder/fetched is there already." >&2
    return 1
  fi
  rm -rf "$folder/fetching"
  restic restore --quiet --host archive --target "$folder/fetching" --verify "$1"
  mv "$folder/fetching" "$folder/fetched"
  echo "$folder/fetched has the archive as it was copied."
}

fetch() {
  if [ -e "$folder/$1" ]; then
    echo "$folder/$1 is there already." >&2
    return 1
  fi
  # What has a date for a name is whole.
  rm -rf "$folder/making-$1"
  restic restore --quiet --tag "$1" --target "$folder/making-$1" --verify latest
  mv "$folder/making-$1" "$folder/$1"
  echo "$folder/$1 is back."
}

case "${1:-}" in
watch | copy) "$1" ;;
list) restic snapshots --host "$host" ;;
verify) restic check --read-data ;;
fetch)
  if [ "$host" = archive ]; then fetch_archive "${2:-latest}"; else fetch "${2:?the time of a backup, as offsite.sh list says it}"; fi
  ;;
*)
  sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
  exit 1
  ;;
esac
