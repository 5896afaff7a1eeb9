#!/bin/sh
# restore-to.sh <moment> <folder>: makes of the newest base backup before that moment, like '2026-11-23 14:30:00 UTC', a
# data folder. A server that starts on it brings back everything until then, and works from there. It follows the
# timeline of that backup: a later one, of an earlier restoration, may have branched off before the moment.
#
# restore-to.sh latest <folder>: the same with everything that is archived. A server refuses to start with a moment that
# lies after all of that.
set -eu

archive=${ARCHIVE:-/archive}
if [ "$1" = latest ]; then
  wanted=9999 target=
else
  wanted=$(date -u -d "$1" +%Y-%m-%dT%H-%M-%S)
  target=$(date -u -d "$1" '+%Y-%m-%d %H:%M:%S+00')
fi
base=$(ls "$archive/base" | grep '^2...-..-..T..-..-..$' | sort | awk -v wanted="$wanted" '$0 < wanted' | tail -n 1)
if [ -z "$base" ]; then
  echo "There is no base backup${target:+ from before $1}." >&2
  exit 1
fi
if [ -n "$(ls -A "$2" 2>/dev/null)" ]; then
  echo "$2 is not empty. Delete it, if it is of an earlier attempt." >&2
  exit 1
fi
pg_verifybackup --quiet "$archive/base/$base"
mkdir -p "$2"
cp -R "$archive/base/$base/." "$2"
chmod 700 "$2"
touch "$2/recovery.signal"
# While it recovers, nobody asks it anything: with hot_standby it would refuse to start with fewer max_connections than
# the server that was copied had. The settings of an earlier restoration may be there, so each is set.
cat >>"$2/postgresql.auto.conf" <<END
restore_command = 'cp "$archive/wal/%f" "%p"'
recovery_target_time = '$target'
recovery_target_timeline = 'current'
recovery_target_action = 'promote'
hot_standby = off
END
echo "$2 has the base backup of $base. Start a server on it."
