#!/bin/sh
# Prints Alertmanager's configuration: it reads no variables by itself. $ALERT_EMAIL and $ALERT_WEBHOOK, each may be
# empty, say who gets alerts; the mail server is the studio's, $SMTP_URL_FILE and $MAIL_FROM.
set -eu

# For YAML, in single quotes.
quote() {
  printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"
}

# `%40` becomes `@`.
decode() {
  rest=$1
  while [ "$rest" != "${rest#*%}" ]; do
    printf %s "${rest%%\%*}"
    rest=${rest#*%}
    printf "\\$(printf %03o "0x$(printf %.2s "$rest")")"
    rest=${rest#??}
  done
  printf %s "$rest"
}

smtp=$(cat "${SMTP_URL_FILE:-/run/secrets/smtp_url}")
receivers=

if [ -n "${ALERT_EMAIL:-}" ]; then
  if [ -z "$smtp" ] || [ -z "${MAIL_FROM:-}" ]; then
    echo 'ALERT_EMAIL: expected MAIL_FROM and secrets/smtp_url as well.' >&2
    exit 1
  fi
  server=${smtp#*://}
  case $server in *@*) login=${server%@*} ;; *) login= ;; esac
  server=${server##*@}
  server=${server%%/*}
  case $smtp in smtps:*) port=465 ;; *) port=587 ;; esac
  case $server in *:*) ;; *) server="$server:$port" ;; esac
  echo 'global:'
  echo "  smtp_smarthost: $(quote "$server")"
  echo "  smtp_from: $(quote "$MAIL_FROM")"
  if [ -n "$login" ]; then
    echo "  smtp_auth_username: $(quote "$(decode "${login%%:*}")")"
    echo "  smtp_auth_password: $(quote "$(decode "${login#*:}")")"
  else
    # A relay of one's own network, which asks for no password.
    echo '  smtp_require_tls: false'
  fi
  receivers="$receivers
    email_configs: [{ to: $(quote "$ALERT_EMAIL"), send_resolved: true }]"
fi
[ -z "${ALERT_WEBHOOK:-}" ] || receivers="$receivers
    webhook_configs: [{ url: $(quote "$ALERT_WEBHOOK"), send_resolved: true }]"

[ -n "$receivers" ] || echo 'Nobody gets alerts: neither ALERT_EMAIL nor ALERT_WEBHOOK is set.' >&2

cat <<END
route:
  receiver: operators
  group_by: [alertname]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 12h
  routes:
    - { matchers: ['severity="page"'], receiver: operators, repeat_interval: 1h }
receivers:
  - name: operators$receivers
END
