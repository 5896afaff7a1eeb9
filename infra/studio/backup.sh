#!/bin/sh
# One backup into the folder $BACKUPS; files that have not changed are hard-linked to the one before. When it went well
# is written down for Prometheus, through the node exporter's text files; retention.sh says which older ones go. Of a
# backup that failed nothing is kept: it may have filled the disk that the stores need. One that was cut off, by a restart
# of the machine for example, is cleared away a day later, and so is what a drill that was killed, or a failed backup of an
# earlier version, has left. Ends with 3
# where the storage has lost files: the backup has all else.
set -eu

# People's work: nobody else on this volume may read it.
umask 077

scripts=$(dirname "$0")
folder=${BACKUPS:-/backups}
time=$(date -u +%Y-%m-%dT%H-%M-%S)
making="$folder/making-$time"
find "$folder" -mindepth 1 -maxdepth 1 \( -name 'making-*' -o -name 'studio-scratch-*' -o -name 'studio-socket-*' -o -name failed \) -mtime +0 -exec rm -rf {} +
# One without its manifest is no backup, and must not keep the next from being made.
newest=$(cd "$folder" && ls -d 2???-??-??T??-??-??/manifest.json 2>/dev/null | sort | tail -n 1 | xargs -r dirname)

ended=0
node backend/dist/admin/main.js backup --to "$making" ${newest:+--earlier "$folder/$newest"} || ended=$?
if [ "$ended" -ne 0 ] && [ "$ended" -ne 3 ]; then
  rm -rf "$making"
  echo 'The backup failed.' >&2
  exit 1
fi
# What has a date for a name can be restored.
mv "$making" "$folder/$time"

# Without the files that are lost it is no success, and the alert stays until somebody has seen to them.
[ "$ended" -ne 0 ] || "$scripts/note-success.sh" backup
# One that an operator has renamed is theirs to keep.
ls "$folder" | grep '^2...-..-..T..-..-..$' | "$scripts/retention.sh" | while read -r name; do rm -rf "${folder:?}/$name"; done
exit "$ended"
