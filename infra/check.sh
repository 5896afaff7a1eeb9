#!/bin/sh
# Says what is wrong with .env and secrets/, a line each, and then ends with 1. Changes nothing and shows no secret.
set -eu
cd "$(dirname "$0")"
found=0

wrong() {
  echo "$1" >&2
  found=1
}

value_of() {
  sed -n "s/^$1=//p" .env | tail -n 1 | tr -d "\"'"
}

check_settings() {
  if [ ! -f .env ]; then
    wrong '.env is missing: cp .env.example .env'
    return
  fi
  faults=$(
    sed -n 's/^#\{0,1\}\([A-Z][A-Z0-9_]*\)=.*/known \1/p' .env.example | cat - .env | awk '
      sub(/^known /, "") { known[$0] = 1; next }
      { line++ }
      /^[ \t]*(#|$)/ { next }
      !/^[A-Z][A-Z0-9_]*=/ { print ".env, line " line ": expected NAME=value, without spaces around the sign"; next }
      {
        name = substr($0, 1, index($0, "=") - 1)
        value = substr($0, index($0, "=") + 1)
        if (!(name in known)) print ".env, line " line ": " name " is no setting; .env.example has them all"
        if (name in seen) print ".env, line " line ": " name " is set in line " seen[name] " already"
        seen[name] = line
        first = substr(value, 1, 1)
        quoted = first == "\"" || first == "\047"
        if (quoted && (length(value) < 2 || substr(value, length(value)) != first)) print ".env, line " line ": the quote is never closed"
        if (!quoted && value ~ /[ \t]/) print ".env, line " line ": quote a value with spaces"
      }'
  )
  [ -z "$faults" ] || wrong "$faults"
  for name in APP_HOST SANDBOX_DOMAIN ADMIN_EMAIL; do
    [ -n "$(value_of "$name")" ] || wrong ".env: $name is not set"
  done
}

check_secrets() {
  for name in $(sed -n 's/^write \([a-z0-9_]*\) .*/\1/p' secrets.sh); do
    if [ ! -s "secrets/$name" ]; then
      wrong "secrets/$name is missing or empty: ./secrets.sh makes it"
    elif [ "$(wc -l <"secrets/$name")" -gt 1 ]; then
      wrong "secrets/$name has more than one line"
    fi
  done
  for least in jwt_secret:32 jwt_secret_previous:32 admin_password:8 forum_secret:10 forum_webhook_secret:10 s3_access_key:3 s3_secret_key:8; do
    file="secrets/${least%:*}"
    if [ -s "$file" ] && [ "$(tr -d '\n' <"$file" | wc -c)" -lt "${least#*:}" ]; then
      wrong "$file is shorter than ${least#*:} characters"
    fi
  done
}

check_certificate() {
  file=secrets/certificate.pem
  if [ ! -s "$file" ]; then
    wrong "$file is missing: the certificate and its key, one after the other"
  elif ! openssl x509 -in "$file" -noout 2>/dev/null || ! openssl pkey -in "$file" -noout 2>/dev/null; then
    wrong "$file needs a certificate and its key, both as PEM"
  elif [ "$(openssl x509 -in "$file" -noout -pubkey)" != "$(openssl pkey -in "$file" -pubout)" ]; then
    wrong "$file has a key of another certificate"
  elif ! openssl x509 -in "$file" -noout -checkend 0 >/dev/null; then
    wrong "$file has expired"
  elif [ -f .env ]; then
    for host in "$(value_of APP_HOST)" "assets.$(value_of SANDBOX_DOMAIN)"; do
      openssl x509 -in "$file" -noout -checkhost "$host" | grep -q 'does match' || wrong "$file is not for $host"
    done
  fi
}

check_settings
check_secrets
check_certificate
exit "$found"
