#!/bin/sh
# Says what is wrong with .env and secrets/, a line each, and then ends with 1. Changes nothing and shows no secret.
# `check.sh kubernetes`: for Kubernetes, which takes the values of .env as they stand there, quotes included.
set -eu
cd "$(dirname "$0")"
found=0
reader=${1:-compose}

wrong() {
  echo "$1" >&2
  found=1
}

value_of() {
  sed -n "s/^$1=//p" .env | tail -n 1 | tr -d "\"'\r" | sed 's/[ \t]*$//'
}

check_settings() {
  if [ ! -f .env ]; then
    wrong '.env is missing: cp .env.example .env'
    return
  fi
  faults=$(
    sed -n 's/^#\{0,1\}\([A-Z][A-Z0-9_]*\)=.*/known \1/p' .env.example | cat - .env | awk -v reader="$reader" '
      function fault(text) { print ".env, line " line ": " text }
      # A shell reads the file as well, and makes something else of these.
      function checkQuotes(value, first, inside) {
        first = substr(value, 1, 1)
        if (first == "\"" || first == "\047") {
          inside = substr(value, 2, length(value) - 2)
          if (length(value) < 2 || substr(value, length(value)) != first) fault("the quote is never closed")
          else if (index(inside, first)) fault("the quote is closed before the end")
          else if (first == "\"" && inside ~ /[$`\\]/) fault("put single quotes around a value with $, ` or \\")
        } else if (value ~ /[ \t]/) fault("quote a value with spaces")
        else if (match(value, /[]["\047$`\\&;|<>()]/)) fault("put single quotes around a value with " substr(value, RSTART, 1))
      }
      sub(/^known /, "") { known[$0] = 1; next }
      { line++ }
      line == 1 && sub(/^\357\273\277/, "") { fault("there is a byte order mark; save the file as UTF-8 without one") }
      sub(/\r$/, "") && !windows++ { fault("Windows line ends (CRLF); save the file with LF") }
      /^[ \t]*(#|$)/ { next }
      !/^[A-Z][A-Z0-9_]*=/ { fault("expected NAME=value, without spaces around the sign"); next }
      {
        name = substr($0, 1, index($0, "=") - 1)
        value = substr($0, index($0, "=") + 1)
        if (!(name in known)) fault(name " is no setting; .env.example has them all")
        if (name in seen) fault(name " is set in line " seen[name] " already")
        seen[name] = line
        if (sub(/[ \t]+$/, "", value)) fault("there is a space at the end")
        if (reader == "kubernetes") {
          if (value ~ /^["\047]/) fault("write it without quotes, which Kubernetes takes for a part of the value")
        } else checkQuotes(value)
      }'
  )
  [ -z "$faults" ] || wrong "$faults"
  for name in APP_HOST SANDBOX_DOMAIN ADMIN_EMAIL; do
    [ -n "$(value_of "$name")" ] || wrong ".env: $name is not set"
  done
  for name in APP_HOST SANDBOX_DOMAIN; do
    expect "$name" '[a-z0-9]([a-z0-9.-]*[a-z0-9])?' 'a host like studio.example, in lower-case letters, without https:// and port'
  done
  check_sites
  for name in ADMIN_EMAIL SUPPORT_EMAIL MAIL_FROM; do
    expect "$name" '[A-Za-z0-9_+.-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}' 'an email address and no name, like studio@studio.example'
  done
  expect REGISTRATION 'open|closed' 'open or closed'
  expect DEMO_ACCOUNT 'on|off' 'on or off'
  expect BACK_INTERNAL 'true|false' 'true or false'
  expect LOG_LEVEL 'debug|info|warn|error' 'debug, info, warn or error'
  expect RATE_LIMIT_SCALE '1000|[1-9][0-9]{0,2}(\.[0-9]{1,3})?|0\.([1-9][0-9]{0,2}|0[1-9][0-9]?|001)' 'a number from 0.001 to 1000'
  for name in FORUM_URL MAIN_SITE_URL AVATAR_URL MODULE_CDN PACKAGE_REGISTRY; do
    expect "$name" 'https?://[^ ]+' 'an address like https://studio.example'
  done
  expect ALERT_WEBHOOK 'https?://[^ ]+' 'an address like https://hooks.example/alerts'
  expect SECURITY_CONTACT '(https://|mailto:|tel:)[^ ]+' 'an address like mailto:security@studio.example'
  expect LIBRARY_SOURCE 'local|cdn' 'local or cdn'
  expect MODULES 'off|shelf|registry' 'off, shelf or registry'
  expect PACKAGE_MIN_AGE '[0-9]{1,4}' 'a whole number of days'
  expect PACKAGE_STORAGE '[0-9]{1,7}' 'a whole number of megabytes'
  expect S3_ENDPOINT 'https?://[^ /?#]+/?' 'an address like https://s3.example:9000, without a path'
  expect S3_REGION '[A-Za-z0-9_-]+' 'a region like us-east-1'
  expect S3_BUCKET '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]' '3 to 63 lower-case letters, digits, - and .'
  expect COMPOSE_FILE 'compose\.yml(:[^: ]+\.yml)*' 'compose.yml, and after it what comes on top, like compose.yml:seaweedfs.yml'
  expect BACKUP_AT '([01][0-9]|2[0-3]):[0-5][0-9]' 'a time like 02:30'
  for name in BACKUPS_DAILY BACKUPS_WEEKLY BACKUPS_MONTHLY APP_REPLICAS; do
    expect "$name" '[0-9]+' 'a whole number'
  done
}

check_sites() {
  app=$(value_of APP_HOST)
  domain=$(value_of SANDBOX_DOMAIN)
  [ -n "$app" ] && [ -n "$domain" ] || return 0
  fault='.env: SANDBOX_DOMAIN has to be on another site than APP_HOST'
  case ".$app" in *".$domain") wrong "$fault" && return ;; esac
  case ".$domain" in *".$app") wrong "$fault" && return ;; esac
  site=$(site_of "$app")
  if [ -n "$site" ] && [ "$site" = "$(site_of "$domain")" ]; then
    wrong "$fault: both are below $site; ignore this only if that is a public suffix"
  fi
}

# The registered domain of a host, as far as it shows without the Public Suffix List: the last two names, three below
# `co.uk` and its like.
site_of() {
  printf '%s\n' "$1" | grep -Eo '[^.]+\.([^.]{1,3}\.[a-z]{2}|[^.]+)$' || true
}

# What is set has to look like this.
expect() {
  value=$(value_of "$1")
  [ -z "$value" ] || printf '%s\n' "$value" | grep -Eqx "$2" || wrong ".env: $1: expected $3"
}

check_secrets() {
  for name in $(sed -n 's/^write \([a-z0-9_]*\) .*/\1/p' secrets.sh); do
    file="secrets/$name"
    case $name in smtp_url | offsite_access_key | offsite_secret_key) may_be_blank=yes ;; *) may_be_blank= ;; esac
    if [ -d "$file" ]; then
      wrong "$file is a folder, as Docker makes one where a file is missing: delete it, and ./secrets.sh makes the file"
    elif [ ! -s "$file" ]; then
      wrong "$file is missing or empty: ./secrets.sh makes it"
    elif [ "$(awk 'END { print NR }' "$file")" -gt 1 ]; then
      wrong "$file has more than one line"
    elif grep -q "$(printf '\r')" "$file"; then
      wrong "$file has a Windows line end (CRLF), which would belong to the secret"
    elif ! grep -q '[^[:space:]]' "$file"; then
      [ -n "$may_be_blank" ] || wrong "$file is blank: delete it, and ./secrets.sh makes another"
    elif grep -Eq '^[[:space:]]|[[:space:]]$' "$file"; then
      wrong "$file has a space at its beginning or end"
    fi
  done
  for name in metrics_token s3_access_key s3_secret_key; do
    if grep -Eqs '[^[:space:]][[:space:]]+[^[:space:]]' "secrets/$name"; then
      wrong "secrets/$name has a space within it"
    fi
  done
  for least in jwt_secret:32 jwt_secret_previous:32 admin_password:8 forum_secret:10 forum_webhook_secret:10 s3_access_key:3 s3_secret_key:8; do
    file="secrets/${least%:*}"
    if [ -f "$file" ] && [ -s "$file" ] && [ "$(tr -d '\r\n' <"$file" | wc -m)" -lt "${least#*:}" ]; then
      wrong "$file is shorter than ${least#*:} characters"
    fi
  done
  if [ -s secrets/admin_password ] && [ "$(wc -m <secrets/admin_password)" -gt 129 ]; then
    wrong 'secrets/admin_password is longer than 128 characters'
  fi
  expect_address database_url 'postgres(ql)?://.+' postgresql://
  expect_address redis_url 'rediss?://.+' redis://
  expect_address smtp_url 'smtps?://.+' smtps://
  check_agreement
}

# What is in the file begins like this; it is not shown.
expect_address() {
  file="secrets/$1"
  if [ -f "$file" ] && grep -q '[^[:space:]]' "$file" && ! grep -Eq "^$2" "$file"; then
    wrong "$file: expected an address that begins with $3"
  fi
}

# Secrets that are one thing in several files, and settings that need one.
check_agreement() {
  if [ -s secrets/redis_password ] && grep -Eq '(@|//)redis:' secrets/redis_url 2>/dev/null; then
    for file in secrets/redis_url secrets/redis_passwords; do
      [ ! -s "$file" ] || grep -qF "$(cat secrets/redis_password)" "$file" || wrong "$file has another password than secrets/redis_password"
    done
  fi
  [ -f .env ] || return 0
  if [ -n "$(value_of ALERT_EMAIL)" ]; then
    [ -n "$(value_of MAIL_FROM)" ] || wrong '.env: ALERT_EMAIL needs MAIL_FROM'
    grep -qs '[^[:space:]]' secrets/smtp_url || wrong '.env: ALERT_EMAIL needs secrets/smtp_url'
  fi
  if grep -qs '[^[:space:]]' secrets/smtp_url && [ -z "$(value_of MAIL_FROM)" ]; then
    wrong '.env: secrets/smtp_url needs MAIL_FROM'
  fi
  if [ -n "$(value_of PUBLISHING_BY_GROUP)" ] && [ -z "$(value_of FORUM_URL)" ]; then
    wrong '.env: PUBLISHING_BY_GROUP needs FORUM_URL'
  fi
  # Kubernetes lets pods call outside, and behind-proxy.yml the studio.
  case "$reader $(value_of MODULES) $(value_of BACK_INTERNAL) $(value_of COMPOSE_FILE)" in
  *' false '* | *behind-proxy*) ;;
  'compose registry '*) wrong '.env: MODULES=registry needs BACK_INTERNAL=false' ;;
  esac
  case $(value_of OFFSITE_REPOSITORY) in
  s3:*)
    for file in secrets/offsite_access_key secrets/offsite_secret_key; do
      grep -qs '[^[:space:]]' "$file" || wrong ".env: OFFSITE_REPOSITORY needs $file"
    done
    ;;
  esac
}

check_certificate() {
  # A proxy of one's own has a certificate of its own.
  if [ -f .env ]; then
    case "$reader $(value_of COMPOSE_FILE)" in
    'compose '*behind-proxy*) return 0 ;;
    esac
  fi
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
    app=$(value_of APP_HOST)
    domain=$(value_of SANDBOX_DOMAIN)
    for host in $app ${domain:+"assets.$domain"}; do
      openssl x509 -in "$file" -noout -checkhost "$host" | grep -q 'does match' || wrong "$file is not for $host"
    done
  fi
}

check_settings
check_secrets
check_certificate
exit "$found"
