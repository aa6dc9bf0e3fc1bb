#!/bin/bash
# Stands in for systemctl where no systemd runs: starts and stops the one service of LoadPing as its unit says.
set -eu
unit=/etc/systemd/system/loadping.service
state=/root/service-pid
value() { sed -n "s/^$1=//p" "$unit" | head -n 1; }

stop() {
  [ -f "$state" ] || return 0
  pid=$(cat "$state")
  kill -TERM "$pid" 2>/dev/null || true
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm "$state"
}

start() {
  [ ! -f "$state" ] || return 0
  user=$(value User)
  install -d -o "$user" -g "$user" -m "$(value StateDirectoryMode)" "/var/lib/$(value StateDirectory)"
  mapfile -t settings < <(sed -n 's/^Environment=//p' "$unit"; grep '^[A-Z]' "$(value EnvironmentFile)")
  cd "$(value WorkingDirectory)"
  read -ra command < <(value ExecStart)
  setsid setpriv --reuid="$user" --regid="$user" --init-groups env "${settings[@]}" PORT="$SERVICE_PORT" "${command[@]}" \
    >>/tmp/service.log 2>&1 </dev/null &
  echo $! >"$state"
}

case "$1 $*" in
  daemon-reload*) ;;
  *caddy*) ;;
  enable*--now*loadping* | start*loadping*) start ;;
  stop*loadping*) stop ;;
  restart*loadping*) stop; start ;;
  *) echo "systemctl $*: not possible here" >&2; exit 1 ;;
esac
