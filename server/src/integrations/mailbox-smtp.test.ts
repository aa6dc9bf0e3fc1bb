import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { demoSmtpHost, mailCertificate } from '../stand-ins/mail-certificate.ts'
import { at, type Fault, type FaultyServer, startFaultySmtp } from '../testing/faulty-smtp.ts'
import { outgoing } from '../testing/outgoing.ts'
import type { DeliveryResult, SmtpServer } from './mailbox.ts'
import { createHangingLimit, createSmtp } from './mailbox-smtp.ts'
import { createResolver, type DnsResolver, isPublic, resolveMailHost, resolvePublicHost } from './public-host.ts'

const servers: FaultyServer[] = []
afterAll(() => {
  for (const server of servers.splice(0)) server.close()
})

const { cert: ca } = mailCertificate
const account: SmtpServer = { host: demoSmtpHost, port: 465, user: 'maria', password: 'canary-password' }

async function sendTo(
  fault: Fault,
  {
    isSecure = true,
    server = {},
    trust = { ca },
  }: { isSecure?: boolean; server?: Partial<SmtpServer>; trust?: { ca?: string } } = {},
) {
  const faulty = await startFaultySmtp(fault, { isSecure })
  servers.push(faulty)
  let permissionChecks = 0
  const mailbox = createSmtp(async () => ({ address: '127.0.0.1', port: faulty.port, ...trust }))({
    ...account,
    ...server,
  })
  const result = await mailbox.send(outgoing(), async () => {
    permissionChecks += 1
  })
  return { result, permissionChecks, received: faulty.lines.join('\n') }
}

const login = Buffer.from('\0maria\0canary-password').toString('base64')

test.each([
  ['535 5.7.8 Wrong password', 'unauthorized'],
  ['534 5.7.9 Use an app password', 'unauthorized'],
  ['530 5.7.0 Not like this', 'unauthorized'],
  ['454 4.7.0 Try again later', 'retry'],
  ['421 4.3.0 Going down', 'retry'],
])('a server that answers the login with %s: %s, in its own words', async (answer, outcome) => {
  const { result, permissionChecks, received } = await sendTo(at('AUTH', () => `${answer}\r\n`))

  expect(result).toMatchObject({ outcome, reason: expect.stringContaining(answer) })
  expect(JSON.stringify(result)).not.toContain('canary-password')
  expect(permissionChecks).toBe(0)
  expect(received).not.toContain('DATA')
})

test.each([
  ['535 5.7.139 Authentication unsuccessful, basic authentication is disabled', true],
  ['535 5.7.3 Authentication unsuccessful', undefined],
])('[D13.7] %s: Microsoft switched off logins with a password: %s', async (answer, isLoginOff) => {
  const { result } = await sendTo(at('AUTH', () => `${answer}\r\n`))

  expect(result).toMatchObject({ outcome: 'unauthorized' })
  expect(Object(result).isLoginOff).toBe(isLoginOff)
})

test('it uses TLS from the start on 465 and STARTTLS on 587', async () => {
  const logins: string[] = []
  for (const port of [465, 587] as const) {
    const server = new SMTPServer({
      ...mailCertificate,
      secure: port === 465,
      onAuth: ({ username, password }, _session, done) => done(null, { user: `${username} ${password}` }),
      onData(stream, session, done) {
        logins.push(`${port} ${session.secure} ${session.user}`)
        stream.resume().on('end', () => done())
      },
    })
    const listening = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.server.address()).port)))
    })

    const result = await createSmtp(async () => ({ address: '127.0.0.1', port: listening, ca }))({
      ...account,
      port,
    }).send(outgoing(), async () => {})

    expect(result).toEqual({ outcome: 'accepted' })
    await new Promise<void>((resolve) => server.close(resolve))
  }
  expect(logins).toEqual(['465 true maria canary-password', '587 true maria canary-password'])
})

test('[O06] after a slow failure four deliveries go to a mail server at once, until one does better', async () => {
  let now = 0
  let beganAt = 0
  const asked: string[] = []
  const answers: (() => void)[] = []
  const smtp = createSmtp(
    async ({ host }) => {
      asked.push(host)
      await new Promise<void>((resolve) => answers.push(resolve))
      if (now - beganAt < 5_000) return undefined // not public, which is an answer
      throw new Error('no answer') // the name was not found in time
    },
    undefined,
    createHangingLimit(() => now),
  )
  const sendTo = (host: string, port: 465 | 587 = 465) =>
    smtp({ ...account, host, port }).send(outgoing(), async () => {})
  const answerAll = () => {
    for (const answer of answers.splice(0)) answer()
  }
  const first = Array.from({ length: 10 }, () => sendTo('hangs.example'))
  await expect.poll(() => asked).toHaveLength(10)
  now = 6_000
  answerAll()
  await Promise.all(first)
  beganAt = now

  const waiting = Array.from({ length: 4 }, () => sendTo('hangs.example'))
  await expect.poll(() => asked).toHaveLength(14)
  const refused = await sendTo('hangs.example')
  const others = [sendTo('works.example'), sendTo('hangs.example', 587)]
  const reason = 'The mail server hangs.example:465 does not answer in time.'
  expect(refused).toEqual({ outcome: 'retry', reason, isUntried: true })
  await expect
    .poll(() => asked.slice(10))
    .toEqual([...Array(4).fill('hangs.example'), 'works.example', 'hangs.example'])
  answerAll() // at once, by the clock
  await Promise.all([...waiting, ...others])
  const later = Array.from({ length: 5 }, () => sendTo('hangs.example'))
  await expect.poll(() => asked.slice(16)).toHaveLength(5)
  answerAll()
  await Promise.all(later)
})

test('[O06] a slow definite answer, our own time and a minute are no hanging mail server', async () => {
  let now = 0
  const limit = createHangingLimit(() => now)
  const after = async (ms: number, result: DeliveryResult, ownMs = 0, isRefused = false) => {
    const deliver = async (beforeData: () => Promise<void>) => {
      now += ms
      await beforeData().catch(() => undefined)
      return result
    }
    return limit('mail.example:465', deliver, async () => {
      now += ownMs
      if (isRefused) throw new Error('undone')
    })
  }
  /** How many of ten deliveries at once are tried. */
  const countTried = async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => after(0, { outcome: 'rejected', reason: '' })))
    return results.filter((result) => !('isUntried' in result)).length
  }

  for (const answer of [
    { outcome: 'unauthorized', reason: 'Wrong password' },
    { outcome: 'retry', reason: '451 Try later', isReply: true },
  ] as const) {
    await after(9_000, answer)
    expect(await countTried()).toBe(10)
  }
  await after(1_000, { outcome: 'retry', reason: 'Try later' }, 9_000)
  expect(await countTried()).toBe(10)
  await after(1_000, { outcome: 'retry', reason: 'undone' }, 9_000, true)
  expect(await countTried()).toBe(10)
  await after(9_000, { outcome: 'retry', reason: 'Timed out' })
  now += 60_001
  expect(await countTried()).toBe(10)
  await after(9_000, { outcome: 'unknown', reason: 'Timed out' })
  expect(await countTried()).toBe(4)
})

const namesOf = (...addresses: string[]): DnsResolver => ({
  resolve4: async () => addresses.filter((address) => !address.includes(':')),
  resolve6: async () => addresses.filter((address) => address.includes(':')),
  cancel() {},
})
const privateAddresses = `
  127.0.0.1 127.1.2.3 0.0.0.0 10.0.0.1 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1
  192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255
  :: ::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::7f00:1 64:ff9b::7f00:1
  64:ff9b:1::a00:1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 fd12:3456::1 fe80::1
  fe80::1%lo fec0::1 ff02::1
`
  .trim()
  .split(/\s+/)
const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
]

test.each(privateAddresses)(
  '[E18] %s is not public: no packet goes there, alone or beside a public address',
  async (address) => {
    const listener = await startFaultySmtp(() => undefined)
    servers.push(listener)
    for (const addresses of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
      const find = () => resolvePublicHost({ host: 'mail.quillon.example', port: listener.port }, namesOf(...addresses))

      expect(await createSmtp(find)(account).send(outgoing(), async () => {})).toMatchObject({ outcome: 'rejected' })
    }
    expect(listener.connections()).toBe(0)
  },
)

test('[E18] a host that the operator allowed may be private, and its certificate is still checked', async () => {
  const listener = await startFaultySmtp(() => undefined)
  servers.push(listener)
  const allowed = { host: 'mail.quillon.example', port: listener.port }
  const find = () => resolveMailHost(allowed, { mayBePrivate: true, resolver: namesOf('127.0.0.1') })

  expect(await find()).toEqual({ address: '127.0.0.1', port: listener.port })
  const result = await createSmtp(find)(account).send(outgoing(), async () => {})
  expect(result.outcome).not.toBe('accepted')
  expect(listener.connections()).toBeGreaterThan(0)
  expect(listener.lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
})

test.each(publicAddresses)('%s is on the public internet', (address) => {
  expect(isPublic(address)).toBe(true)
})

test.each([
  '127.1',
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0',
  'localhost',
  '[::1]',
  '::1',
  '::ffff:10.0.0.1',
  '169.254.169.254',
  '[::ffff:127.0.0.1]',
])('[E18] the host %s is rejected', async (host) => {
  const result = await createSmtp()({ ...account, host }).send(outgoing(), async () => expect.unreachable())

  expect(['rejected', 'retry']).toContain(result.outcome)
  expect(JSON.stringify(result)).toMatch(/must be on the public internet|Can't find the mail server/)
})

test('[E18] a host is resolved once per email, and only the checked address is used', async () => {
  const server = await startFaultySmtp(() => undefined, { isSecure: true })
  servers.push(server)
  const answers = ['8.8.8.8', '127.0.0.1', '127.0.0.1']
  const checked: unknown[] = []
  let asked = 0
  const find = async () => {
    checked.push(await resolvePublicHost({ host: demoSmtpHost, port: 465 }, namesOf(...answers.slice(asked, ++asked))))
    // Stands in for the public address; the host itself does not resolve.
    return { address: '127.0.0.1', port: server.port, ca }
  }

  const result = await createSmtp(find)(account).send(outgoing(), async () => {})

  expect(result).toEqual({ outcome: 'accepted' })
  expect(checked).toEqual([{ address: '8.8.8.8', port: 465 }])
  expect([asked, server.connections()]).toEqual([1, 1])
})

const failing = () => Promise.reject(new Error('ESERVFAIL'))

test('a failed DNS lookup is retried, and hosts with one address family resolve', async () => {
  const find = () =>
    resolvePublicHost(
      { host: 'mail.quillon.example', port: 465 },
      { ...namesOf(), resolve4: failing, resolve6: failing },
    )
  const half = await resolvePublicHost(
    { host: 'mail.quillon.example', port: 465 },
    { ...namesOf('2606:4700::1111'), resolve4: failing },
  )

  expect(await createSmtp(find)(account).send(outgoing(), async () => {})).toMatchObject({ outcome: 'retry' })
  expect(half).toEqual({ address: '2606:4700::1111', port: 465 })
})

const secondsOf = async <T>(work: Promise<T>): Promise<{ result: T; seconds: number }> => {
  const begun = performance.now()
  return { result: await work, seconds: (performance.now() - begun) / 1_000 }
}

test.concurrent('a hundred lookups at a silent DNS server end after 5 seconds and delay no other lookup', async ({
  expect,
}) => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const find = (server: { host: string; port: number }) => {
    const names = createResolver()
    names.setServers([`127.0.0.1:${silent.address().port}`])
    return resolvePublicHost(server, names)
  }
  const emails = Array.from({ length: 100 }, () =>
    createSmtp(find)(account).send(outgoing(), async () => expect.unreachable()),
  )
  const local = await secondsOf(lookup('localhost'))
  const { result, seconds } = await secondsOf(Promise.all(emails))
  silent.close()

  expect(local.seconds).toBeLessThan(1)
  expect(new Set(result.map(({ outcome }) => outcome))).toEqual(new Set(['retry']))
  expect(seconds).toBeLessThan(7)
})

const faults: [name: string, fault: Fault, how: Parameters<typeof sendTo>[1]][] = [
  ['does not offer STARTTLS', at('STARTTLS', () => '502 what is that\r\n'), { isSecure: false, server: { port: 587 } }],
  ['defers STARTTLS', at('STARTTLS', () => '454 not now\r\n'), { isSecure: false, server: { port: 587 } }],
  [
    'agrees to STARTTLS and continues in cleartext',
    at('STARTTLS', () => '220 go on\r\n250 in the clear\r\n'),
    { isSecure: false, server: { port: 587 } },
  ],
  ['has no TLS on 465', () => undefined, { isSecure: false }],
  ['has a certificate for another name', () => undefined, { server: { host: 'mail.redbud.example' } }],
  ['has an untrusted certificate', () => undefined, { trust: {} }],
]
test.concurrent.for(faults)(
  '[E07] a server that %s gets neither login nor data, and is retried',
  async ([, fault, how], { expect }) => {
    const { result, permissionChecks, received } = await sendTo(fault, how)

    expect(result).toMatchObject({ outcome: 'retry' })
    expect(permissionChecks).toBe(0)
    for (const secret of [login, 'AUTH', 'MAIL', 'Joliet']) expect(received).not.toContain(secret)
  },
)

const silentFaults: typeof faults = [
  ['never answers the TLS hello on 465', at('CONNECT', () => null), { isSecure: false }],
  ['has TLS on 465 and never greets', at('CONNECT', () => null), {}],
  ['never greets on 587', at('CONNECT', () => null), { isSecure: false, server: { port: 587 } }],
  [
    'agrees to STARTTLS and never does it',
    at('STARTTLS', () => '220 go on\r\n'),
    { isSecure: false, server: { port: 587 } },
  ],
]
test.concurrent.for(silentFaults)(
  '[E18] a server that %s is given up after 10 seconds and retried',
  async ([, fault, how], { expect }) => {
    const { result, seconds } = await secondsOf(sendTo(fault, how))

    expect(result).toMatchObject({ result: { outcome: 'retry' }, permissionChecks: 0 })
    expect(seconds).toBeLessThan(12)
  },
)

test.concurrent('a slow DNS lookup leaves less time for the rest: 20 seconds in all', async ({ expect }) => {
  const server = await startFaultySmtp(
    at('MAIL', () => null),
    { isSecure: true },
  )
  servers.push(server)
  const find = async () => {
    await sleep(4_000)
    return { address: '127.0.0.1', port: server.port, ca }
  }
  const { result, seconds } = await secondsOf(createSmtp(find)(account).send(outgoing(), async () => {}))

  expect(result).toMatchObject({ outcome: 'retry' })
  expect(seconds).toBeLessThan(21)
})

test.each([
  ['550 5.4.5 Daily user sending limit exceeded', true],
  ['550-5.4.5 Daily user sending limit exceeded. For more\r\n550 5.4.5 information visit', true],
  ['550 5.7.233 Tenant exceeded its external recipient rate limit', true],
  ['550 5.7.236 Recipient limit of onmicrosoft.com exceeded', true],
  ['451 4.7.0 slow down', undefined],
])('[D12.7] a mailbox that sent too much today waits: %j', async (reply, isDailyLimit) => {
  const { result } = await sendTo(at('MAIL', () => `${reply}\r\n`))

  expect(result).toMatchObject({ outcome: 'retry' })
  expect(Object(result).isDailyLimit).toBe(isDailyLimit)
})
