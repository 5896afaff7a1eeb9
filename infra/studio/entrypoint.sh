#!/bin/sh
# Runs a command of the studio. For every variable like JWT_SECRET_FILE, JWT_SECRET becomes what that file says, without
# the line break at its end: so secrets come as files, and stand neither in a compose file nor in `docker inspect`.
set -eu

for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  # Settings of Docker Compose and of OpenSSL, which name files but no secrets.
  case $name in COMPOSE | SSL_CERT) continue ;; esac
  eval "file=\${${name}_FILE}"
  if [ ! -r "$file" ]; then
    echo "${name}_FILE: cannot read $file." >&2
    exit 1
  fi
  value=$(cat "$file")
  export "$name=$value"
  unset "${name}_FILE"
done

exec "$@"
