#!/bin/sh
# Prints a version for each secret and configuration, for a swarm, which keeps them under names: made of what is in the
# file. So what has changed gets a new name, and no service is replaced but those that read it.
set -eu
cd "$(dirname "$0")"

version() {
  printf '%s_VERSION=%s\n' "$(printf %s "$1" | tr a-z A-Z)" "$(sha256sum <"$2" | cut -c1-12)"
}

for file in secrets/*; do
  version "$(basename "$file" .pem)" "$file"
done
version haproxy haproxy.cfg
version redis redis.conf
version offsite offsite.sh
version postgres_archive postgres/archive.sh
version postgres_base_backup postgres/base-backup.sh
version postgres_restore postgres/restore-to.sh
version prometheus prometheus/prometheus.yml
version alerts prometheus/alerts.yml
version alertmanager alertmanager/configure.sh
version blackbox prometheus/blackbox.yml
version grafana_sources grafana/prometheus.yml
version grafana_dashboards grafana/dashboards.yml
version grafana_studio grafana/studio.json
