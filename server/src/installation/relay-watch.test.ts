import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseSmtpUrl } from '../integrations/mailbox-relay.ts'
import { tryLogin } from '../integrations/smtp-delivery.ts'
import { createObserved, type MailServerFailure } from '../observed.ts'
import { demoSmtpHost, mailCertificate } from '../stand-ins/mail-certificate.ts'
import { at, type Fault, type FaultyServer, hangUp, startFaultySmtp } from '../testing/faulty-smtp.ts'
import { outgoing } from '../testing/outgoing.ts'
import { createRelayWatch } from './relay-watch.service.ts'

const endpointOf = ({ port }: FaultyServer) => parseSmtpUrl(`smtps://maria:secret@127.0.0.1:${port}`)

const cases: [server: string, kind: string | undefined, reason: RegExp | undefined, fault: Fault][] = [
  ['works', undefined, undefined, () => undefined],
  ['refuses the login', 'login', /said: 535 5\.7\.8 who/, at('AUTH', () => '535 5.7.8 who are you\r\n')],
  ['has too many logins', 'refused', /said: 454 4\.7\.0 later/, at('AUTH', () => '454 4.7.0 later\r\n')],
  ['greets with 421', 'refused', /said: 421 too many/, at('CONNECT', () => '421 too many\r\n')],
  ['hangs up', 'unreachable', /closed the connection/, at('CONNECT', hangUp)],
  ['says nothing', 'unreachable', /timed out/, at('CONNECT', () => null)],
]

test.concurrent.for(cases)('[P11] of a server that %s it says: %s', async ([, kind, reason, fault], { expect }) => {
  const server = await startFaultySmtp(fault, { isSecure: true })
  const begun = performance.now()

  const failure = await tryLogin({ ...endpointOf(server), ca: mailCertificate.cert, serverName: demoSmtpHost })

  expect(failure?.kind).toBe(kind)
  if (reason) expect(failure?.reason).toMatch(reason)
  expect(performance.now() - begun).toBeLessThan(12_000)
  expect(server.lines.filter((line) => line.startsWith('MAIL'))).toEqual([])
  server.close()
})

test('[P11] an untrusted certificate and a closed port are told apart', async () => {
  const server = await startFaultySmtp(() => undefined, { isSecure: true })
  const check = () => tryLogin(endpointOf(server))

  expect(await check()).toMatchObject({ kind: 'certificate' })
  expect(server.lines.filter((line) => line.startsWith('AUTH'))).toEqual([])
  server.close()
  expect(await check()).toMatchObject({ kind: 'unreachable' })
})

test('[P11] a port without TLS is named as such', async () => {
  const server = await startFaultySmtp(() => undefined)
  expect(await tryLogin(endpointOf(server))).toMatchObject({
    reason: 'The mail server does not speak TLS on this port',
  })
  server.close()
})

/** Runs a watch on a server that answers what `failure` says, with a clock of its own. */
function watchOn() {
  const clock = { now: Date.parse('2026-11-27T12:00:00Z') }
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
  const server: { failure: MailServerFailure | undefined; looks: number } = { failure: undefined, looks: 0 }
  const observed = createObserved(new Date(clock.now))
  const watch = createRelayWatch({ observed, log, now: () => new Date(clock.now) }, async () => {
    server.looks += 1
    return server.failure
  })
  const runFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 2) {
      await watch.look()
      clock.now += 2_000
    }
  }
  return { server, observed, logged, watch, runFor }
}

const refused: MailServerFailure = { kind: 'login', reason: 'The mail server said: 535 no' }

test('[P11] a refused login is told within 20 seconds, once, and so is its end', async () => {
  const { server, observed, logged, runFor } = watchOn()
  await runFor(60)
  expect(observed.mailServer?.failure).toBeUndefined()

  server.failure = refused
  await runFor(20)
  expect(observed.mailServer?.failure).toEqual(refused)
  await runFor(600)
  server.failure = undefined
  await runFor(302)

  expect(observed.mailServer?.failure).toBeUndefined()
  expect(logged).toEqual([expect.stringContaining('SMTP_URL fails'), expect.stringContaining('works again')])
})

test('[P11] a server that refuses us is asked less and less often, one that does not answer is not', async () => {
  const refusing = watchOn()
  const silent = watchOn()
  refusing.server.failure = refused
  silent.server.failure = { kind: 'unreachable', reason: 'The mail server timed out' }

  await refusing.runFor(3_600)
  await silent.runFor(3_600)

  expect(refusing.server.looks).toBeLessThan(20)
  expect(silent.server.looks).toBeGreaterThan(200)
})

test('[P11] emails that leave stand for looks, and one that does not brings a look at once', async () => {
  const { server, observed, watch, runFor } = watchOn()
  const accepting = watch.watch({ send: async () => ({ outcome: 'accepted' }) })
  const failing = watch.watch({ send: async () => ({ outcome: 'unauthorized', reason: '535' }) })
  await runFor(2)
  for (let count = 0; count < 10; count++) {
    await accepting.send(outgoing(), async () => {})
    await runFor(10)
  }
  expect(server.looks).toBe(1)

  server.failure = refused
  await failing.send(outgoing(), async () => {})
  await runFor(2)

  expect(observed.mailServer?.failure).toEqual(refused)
})

test('[P11] a look that ends after the server began to stop says nothing', async () => {
  const { server, logged, watch, runFor } = watchOn()
  server.failure = { kind: 'refused', reason: 'The mail server said: 421 Server shutting down' }

  watch.stop()
  await runFor(4)

  expect(logged).toEqual([])
})
