#!/usr/bin/env bash
# Clones this repository into an empty private folder and runs npm start there as the given user with an empty home.
# Checks that it gets ready and healthy, and that SIGTERM leaves no process.
set -euo pipefail
user=$1
repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
git clone -q "$repository" "$folder/loadping"
mkdir "$folder/home"
chown -R "$user" "$folder"

fail() {
  echo "FAILED as $user: $1"
  cat "$folder/log"
  exit 1
}
begin=$SECONDS
setsid su -s /bin/bash "$user" -c "cd '$folder/loadping' && export HOME='$folder/home' npm_config_cache='$folder/home/npm' PORT=$port && exec npm start" >"$folder/log" 2>&1 &
shell=$!
trap 'kill -KILL -- -$shell 2>/dev/null || true' EXIT
until grep -q '^ready ' "$folder/log"; do
  kill -0 $shell 2>/dev/null || fail 'npm start ended'
  [ $((SECONDS - begin)) -lt 600 ] || fail 'not ready after ten minutes'
  sleep 0.5
done
echo "as $user: ready after $((SECONDS - begin)) s"
node -e "fetch('http://127.0.0.1:$port/readyz').then((answer) => process.exit(answer.ok ? 0 : 1))" || fail 'not healthy'
node -e "fetch('http://127.0.0.1:$port/', { headers: { accept: 'text/html' } }).then((answer) => answer.text()).then((page) => process.exit(page.includes('LoadPing') ? 0 : 1))" || fail 'no dashboard'
link=$(sed -n 's/^  local inbox: //p' "$folder/log")
node -e "fetch('$link', { redirect: 'manual' }).then(({ status, headers }) => process.exit(status === 303 && headers.getSetCookie().length > 0 ? 0 : 1))" || fail 'the printed link opens nothing'
node -e "fetch('http://127.0.0.1:$port/dev/inbox.json').then(({ status }) => process.exit(status === 404 ? 0 : 1))" || fail 'a stand-in answers without the secret'
node -e "fetch('http://127.0.0.1:$port/dev/inbox.json', { headers: { 'x-dev-secret': require('fs').readFileSync('$folder/loadping/.data/dev-secret', 'utf8') } }).then(({ ok }) => process.exit(ok ? 0 : 1))" || fail 'a stand-in does not answer with the secret'

kill -TERM "$(cat "$folder/loadping/.data/owner.pid")"
wait $shell || true
sleep 0.5
for process in /proc/[0-9]*; do
  workdir=$(readlink "$process/cwd" 2>/dev/null || true)
  case $workdir in "$folder"/loadping/.data*) fail "process ${process#/proc/} is still running" ;; esac
done
if [ -f "$folder/loadping/.data/postgres-folder" ]; then rm -rf "$(dirname "$(cat "$folder/loadping/.data/postgres-folder")")"; fi
rm -rf "$folder"
