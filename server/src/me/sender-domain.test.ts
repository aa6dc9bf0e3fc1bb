import type { SenderDomain } from '@loadping/contract/account/account'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { beforeAll, expect, test } from 'vitest'
import { createTextRecords } from '../integrations/text-records.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { afterFile } from '../testing/after-file.ts'
import { type DnsServer, startDnsServer } from '../testing/dns-server.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const key = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`
let dns: DnsServer
let app: TestApp
beforeAll(async () => {
  dns = await startDnsServer({
    'redbud.example': ['google-site-verification=x', 'v=spf1 include:_spf.google.com ~all'],
    '_dmarc.redbud.example': ['v=DMARC1; p=none'],
    'google._domainkey.redbud.example': [key],
    'selector2._domainkey.mail.redbud.example': [key],
    'cottonwood.example': ['unrelated'],
    '_dmarc.cottonwood.example': [],
    'google._domainkey.cottonwood.example': ['v=DKIM1; p='], // a revoked key
    'silent.example': undefined,
    '_dmarc.silent.example': undefined,
    'google._domainkey.silent.example': undefined,
  })
  const findTextRecords = createTextRecords([dns.address])
  app = await testApp({
    change: (deps) => ({ ...deps, findTextRecords, limits: { ...deps.limits, exemptLoopback: false } }),
  })
})
afterFile(() => dns.stop())

async function check(kind: MailboxKind, address: string): Promise<SenderDomain> {
  const user = await app.signUp()
  await connectMailbox(app.deps, { userId: user.userId, kind, address }, 'x')
  return user.account.checkSenderDomain()
}

test.each<[MailboxKind, string, SenderDomain]>([
  ['google', 'maria@redbud.example', { domain: 'redbud.example', spf: 'found', dmarc: 'found', dkim: 'found' }],
  [
    'outlook',
    'm@mail.redbud.example',
    { domain: 'mail.redbud.example', spf: 'missing', dmarc: 'found', dkim: 'found' },
  ],
  ['smtp', 'maria@redbud.example', { domain: 'redbud.example', spf: 'found', dmarc: 'found', dkim: 'unknown' }],
  [
    'google',
    'g@cottonwood.example',
    { domain: 'cottonwood.example', spf: 'missing', dmarc: 'missing', dkim: 'missing' },
  ],
])('[D12.10] SPF, DMARC and DKIM are read from the name server: %s %s', async (kind, address, expected) => {
  expect(await check(kind, address)).toEqual(expected)
})

const unknown = { spf: 'unknown', dmarc: 'unknown', dkim: 'unknown' }

test('[D12.10] without a response of a name server, the domain counts as not checked', async () => {
  expect(await check('google', 'maria@silent.example')).toEqual({ domain: 'silent.example', ...unknown })
})

test.each<[MailboxKind, string]>([
  ['google', 'maria@gmail.com'],
  ['relay', 'maria@other.example'],
])('nothing is looked up for a %s mailbox of %s', async (kind, address) => {
  const before = dns.asked.length

  expect(await check(kind, address)).toEqual({ domain: null, ...unknown })
  expect(dns.asked).toHaveLength(before)
})

test('a user checks at most ten times a minute', async () => {
  const user = await app.signUp()

  for (let call = 0; call < 10; call++) await user.account.checkSenderDomain()

  await expect(user.account.checkSenderDomain()).rejects.toMatchObject({
    code: 'too-many',
    message: "You're checking too often. Try again in a minute.",
  })
})
