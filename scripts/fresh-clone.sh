#!/usr/bin/env bash
# Clones this repository into an empty private folder and starts it there as the given user with an empty home: ready, healthy, gone after SIGTERM.
set -euo pipefail
user=$1
repository=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
git clone -q "$repository" "$place/loadping"
mkdir "$place/home"
chown -R "$user" "$place"

fail() {
  echo "FAILED as $user: $1"
  cat "$place/log"
  exit 1
}
begin=$SECONDS
su -s /bin/bash "$user" -c "cd '$place/loadping' && export HOME='$place/home' npm_config_cache='$place/home/npm' PORT=$port && exec npm start" >"$place/log" 2>&1 &
shell=$!
until grep -q '^ready ' "$place/log"; do
  kill -0 $shell 2>/dev/null || fail 'npm start ended'
  [ $((SECONDS - begin)) -lt 600 ] || fail 'not ready after ten minutes'
  sleep 0.5
done
echo "as $user: ready after $((SECONDS - begin)) s"
node -e "fetch('http://127.0.0.1:$port/readyz').then((answer) => process.exit(answer.ok ? 0 : 1))" || fail 'not healthy'
node -e "fetch('http://127.0.0.1:$port/', { headers: { accept: 'text/html' } }).then((answer) => answer.text()).then((page) => process.exit(page.includes('LoadPing') ? 0 : 1))" || fail 'no dashboard'

kill -TERM "$(cat "$place/loadping/.data/owner.pid")"
wait $shell || true
sleep 0.5
for process in /proc/[0-9]*; do
  folder=$(readlink "$process/cwd" 2>/dev/null || true)
  case $folder in "$place"/loadping/.data*) fail "process ${process#/proc/} was left behind" ;; esac
done
if [ -f "$place/loadping/.data/postgres-folder" ]; then rm -rf "$(dirname "$(cat "$place/loadping/.data/postgres-folder")")"; fi
rm -rf "$place"
