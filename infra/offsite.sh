#!/bin/sh
# Copies of backups in another place: restic encrypts them, and stores what is new since the last one.
#
#   offsite.sh watch          copies each new backup of $BACKUPS to $OFFSITE_REPOSITORY
#   offsite.sh copy           copies the newest, checks the place, and forgets what retention does not keep
#   offsite.sh list           says which backups are there
#   offsite.sh verify         reads every byte that is there
#   offsite.sh fetch <time>   brings one back into $BACKUPS
set -eu
# People's work: nobody else on this volume may read it.
umask 077

folder=${BACKUPS:-/backups}
secrets=${SECRETS:-/run/secrets}
figures="$folder/metrics/offsite_copy.prom"
export RESTIC_REPOSITORY="${OFFSITE_REPOSITORY:-}" RESTIC_PASSWORD_FILE="$secrets/offsite_password"
export RESTIC_CACHE_DIR="$folder/offsite-cache" TZ=UTC
AWS_ACCESS_KEY_ID=$(cat "$secrets/offsite_access_key")
AWS_SECRET_ACCESS_KEY=$(cat "$secrets/offsite_secret_key")
export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_DEFAULT_REGION="${OFFSITE_REGION:-us-east-1}"

newest() {
  ls "$folder" | grep '^2' | sort | tail -n 1
}

# For Prometheus, through the node exporter's text files.
note() {
  printf 'studio_offsite_copy_last_success_timestamp_seconds %s\n' "$1" >"$figures.new"
  chmod 644 "$figures.new"
  mv "$figures.new" "$figures"
}

open_repository() {
  restic cat config >/dev/null 2>&1 || restic init
  # Of a copy that was cut off.
  restic unlock --quiet
}

copy() {
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
  # A part of what is there each day, and all of it within a month.
  restic check --quiet --read-data-subset "$(date +%d | sed 's/^0//; s/31/30/')/30" || return 1
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
  while :; do
    name=$(newest || true)
    if [ -n "$name" ] && [ "$name" != "$copied" ]; then
      if copy; then copied=$name; else echo 'The copy failed; it is tried again.' >&2; fi
    fi
    sleep 600
  done
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
list) restic snapshots --host studio ;;
verify) restic check --read-data ;;
fetch) fetch "${2:?the time of a backup, as offsite.sh list says it}" ;;
*)
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 1
  ;;
esac
