import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { afterFile } from '../testing/after-file.ts'
import { databaseUrlOf } from '../testing/database-url.ts'
import { goalSize } from '../testing/goal-size.ts'
import { signUpCarrier, startMailSink } from '../testing/mail-sink.ts'
import { freePort, spawnedEnv } from '../testing/spawned-product.ts'
import { emptyDb } from '../testing/test-database.ts'

const main = join(import.meta.dirname, '../main.ts')

/**
 * Listens on a port like a socket unit, without accepting, and starts the program for each line of its input once the
 * one before has ended. Node cannot: a server that listens accepts.
 */
const holder = `
use IO::Socket::INET; use POSIX ();
$^F = 9;
POSIX::close(3);
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => shift, Listen => 4096, ReuseAddr => 1) or die $!;
POSIX::dup2(fileno $socket, 3);
while (<STDIN>) {
  my $pid = fork;
  if (!$pid) { $ENV{LISTEN_PID} = $$; exec @ARGV; }
  syswrite STDOUT, "started $pid\\n";
  waitpid $pid, 0;
  syswrite STDOUT, "ended $?\\n";
}`

/** Of one user 64 requests run and wait; more are refused, which is no fault of a restart. */
const maxWaiting = 50

/**
 * Asks 200 times a second, fewer while 50 wait, each second time on a connection that stays open. Returns what was not
 * answered with 200.
 */
async function askWhile(isAsking: () => boolean, url: string, headers: Record<string, string>) {
  const kept = new Agent({ keepAlive: true })
  const failures: unknown[] = []
  const calls: Promise<void>[] = []
  let waiting = 0
  const ask = (agent: Agent | false) =>
    new Promise<void>((resolve) => {
      const call = request(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) failures.push(response.statusCode)
        response.resume().once('close', resolve)
      })
      call.once('error', (error) => {
        // A kept connection may end just when it is used again; clients then repeat what changes nothing.
        if (call.reusedSocket) return ask(false).then(resolve)
        failures.push(error.message)
        return resolve()
      })
      call.end()
    })
  while (isAsking()) {
    await sleep(5)
    if (waiting >= maxWaiting) continue
    waiting++
    calls.push(ask(calls.length % 2 === 0 ? kept : false).finally(() => waiting--))
  }
  await Promise.all(calls)
  kept.destroy()
  return { failures, count: calls.length }
}

const restarts = goalSize({ full: 5, tenth: 1, quick: 1 })

test(
  `[P02] ${restarts} restarts behind a passed socket fail no request`,
  async () => {
    const { connection } = await emptyDb()
    const sink = await startMailSink()
    afterFile(() => sink.stop())
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const service = spawn('perl', ['-e', holder, String(port), process.execPath, main], {
      env: spawnedEnv({
        LISTEN_FDS: '1',
        NODE_ENV: 'production', // in which a stop tells each connection that it ends
        BASE_URL: 'https://loadping.test',
        PORT: '1', // which it may not listen on itself
        DATABASE_URL: databaseUrlOf(connection),
        AUTH_SECRET: randomUUID() + randomUUID(),
        SMTP_URL: sink.smtpUrl,
        MAIL_FROM: 'hello@loadping.test',
        SUPPORT_ADDRESS: 'support@loadping.test',
        BILLING: 'off',
        LOG_LEVEL: 'warn',
      }),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const output = outputOf(service)
    afterFile(() => {
      service.kill('SIGKILL')
      output.killNewest()
    })
    const start = () => service.stdin?.write('start\n')
    start()
    await output.has(`ready ${address}`)
    const { accessToken } = await signUpCarrier(address, sink, `${randomUUID()}@carrier.test`)
    let isAsking = true
    const asked = askWhile(() => isAsking, `${address}/users/me`, { authorization: `Bearer ${accessToken}` })

    for (let count = 0; count < restarts; count++) {
      await sleep(500)
      process.kill(output.newestPid(), 'SIGTERM')
      await output.has('ended 0')
      output.forget()
      start()
      await output.has(`ready ${address}`)
    }
    await sleep(500)
    isAsking = false
    const { failures, count } = await asked
    process.kill(output.newestPid(), 'SIGTERM')
    await output.has('ended 0')
    service.stdin?.end()
    await once(service, 'exit')

    expect({ count, failures }).toEqual({ count, failures: [] })
    expect(count).toBeGreaterThan(restarts * 100)
  },
  120_000 + restarts * 60_000,
)

function outputOf({ stdout }: ChildProcess) {
  let text = ''
  let newestPid = 0
  stdout?.on('data', (chunk: Buffer) => {
    text += chunk
    newestPid = Number(/started (\d+)/.exec(text)?.[1] ?? newestPid)
  })
  const has = async (part: string) => {
    const until = Date.now() + 90_000
    while (!text.includes(part)) {
      if (Date.now() > until) throw new Error(`"${part}" did not come: ${text}`)
      await sleep(10)
    }
  }
  const killNewest = () => {
    try {
      process.kill(newestPid, 'SIGKILL')
    } catch {
      // it has ended
    }
  }
  return { has, newestPid: () => newestPid, killNewest, forget: () => (text = '') }
}
