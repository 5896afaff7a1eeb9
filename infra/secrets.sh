#!/bin/sh
# Makes the secrets that are missing, each a file in infra/secrets; leaves those that are there. Prints none.
set -eu
# Without it every secret would be empty, and addresses with a password in them would stay without one.
if ! command -v openssl >/dev/null; then
  echo 'openssl is missing: install it. No secret was made.' >&2
  exit 1
fi
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets

# Readable to every user, as containers run as different ones; the folder keeps others on this machine out.
write() {
  if [ ! -s "secrets/$1" ]; then
    printf '%s' "$2" >"secrets/$1"
    chmod 644 "secrets/$1"
    echo "secrets/$1"
  fi
}
random() {
  openssl rand -hex 24
}

write jwt_secret "$(random)"
write jwt_secret_previous "$(cat secrets/jwt_secret)"
write admin_password "$(random)"
write metrics_token "$(random)"
# An empty line: no email, no copies outside. A swarm takes no empty file.
write smtp_url "
"
write offsite_access_key "
"
write offsite_secret_key "
"
write offsite_password "$(random)"
write forum_secret "$(random)"
write forum_webhook_secret "$(random)"
write grafana_password "$(random)"
write postgres_password "$(random)"
write database_url "postgresql://studio:$(cat secrets/postgres_password)@postgres:5432/studio"
write redis_password "$(random)"
write redis_url "redis://:$(cat secrets/redis_password)@redis:6379"
# For its exporter.
write redis_passwords "{\"redis://redis:6379\":\"$(cat secrets/redis_password)\"}"
write s3_access_key "$(random)"
write s3_secret_key "$(random)"
