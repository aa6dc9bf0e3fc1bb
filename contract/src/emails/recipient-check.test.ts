import { expect, test } from 'vitest'
import { companyKeyOf } from '../boards/same-load.ts'
import type { KnownRecipient } from '../emails/recipient-verdict.ts'
import { type CaseBroker, createRandom, imitate, loadOf, makeBrokers } from './recipient-check.cases.ts'
import { checkRecipient, indexRecipients, readFromOf, recipientKeyOf } from './recipient-check.ts'

const asKnown = ({ domain, mc, company }: CaseBroker): KnownRecipient => ({
  domain,
  mc,
  sent: 3,
  companyKey: companyKeyOf(company),
})
const brokers = makeBrokers(600, createRandom(7))
const known = indexRecipients(brokers.map(asKnown))

test('[D12.1] of 500 made-up look-alikes of domains that a team has emailed, none passes', () => {
  const random = createRandom(11)
  const own = new Set(brokers.map(({ domain }) => domain))
  const fakes: { to: string; of: CaseBroker }[] = []
  for (let index = 0; fakes.length < 500; index++) {
    const of = brokers[index % brokers.length]
    const fake = of && imitate(of.domain, index % 12, random)
    if (of && fake && !own.has(fake)) fakes.push({ to: `dispatch@${fake}`, of })
  }

  const loads = [loadOf, () => ({}), ({ company }: CaseBroker) => ({ company })]
  const passed = fakes.filter(({ to, of }, index) => {
    const load = loads[index % 3]?.(of) ?? {}
    return checkRecipient({ to, readFrom: 'contact', load, known }).level !== 'red'
  })

  expect(passed.map(({ to, of }) => `${to} for ${of.domain}`)).toEqual([])
})

test("[D12.1] of a team's own 2,400 emails at most 1 % alarm when each is judged by the earlier ones", () => {
  const random = createRandom(3)
  const sent = new Map<string, KnownRecipient>()
  let earlier = indexRecipients([])
  const alarms: string[] = []
  let judged = 0
  for (; judged < 2_400; judged++) {
    // Some brokers get many emails, and each is new at some time.
    const broker = brokers[Math.floor(random() ** 1.5 * brokers.length)] as CaseBroker
    const isFree = broker.mc.endsWith('7') && broker.domain.endsWith('.net')
    const to = isFree ? `${broker.domain.split('.')[0]}@gmail.com` : `desk${judged % 5}@${broker.domain}`
    const load = loadOf(broker)
    const key = recipientKeyOf(to)
    const verdict = checkRecipient({ to, readFrom: 'contact', load, known: earlier })
    if (verdict.level !== 'green') alarms.push(`${to}: ${verdict.reason}`)
    if (sent.has(key)) continue
    sent.set(key, { ...asKnown(broker), domain: key, sent: 1 })
    earlier = indexRecipients([...sent.values()])
  }

  expect(sent.size).toBeGreaterThan(500)
  expect(alarms.length / judged, alarms.join('\n')).toBeLessThanOrEqual(0.01)
})

const quillon = { company: 'Quillon Logistics, LLC', mc: '482130' }
const few = indexRecipients([
  { domain: 'quillon.com', mc: '482130', companyKey: 'quillon logistics', sent: 14 },
  { domain: 'jo.smith@gmail.com', mc: '', companyKey: 'smith freight', sent: 1 },
  { domain: 'summit.com', mc: '', companyKey: 'summit brokers', sent: 2 },
  { domain: 'xn--qubec-freight-bnb.com', mc: '', companyKey: 'quebec freight', sent: 2 },
])

test.each([
  ['ops@quillon.com', 'contact', quillon, 'green', null],
  ['ops@mail.quillon.com', 'comments', quillon, 'green', null],
  ['ops@quillon.com', 'comments', {}, 'green', null],
  [
    'ops@quil1on.com',
    'contact',
    {},
    'red',
    'quil1on.com looks like quillon.com, which your team has emailed 14 times.',
  ],
  [
    'ops@quillon.com',
    'contact',
    { company: 'Summit Brokers' },
    'amber',
    'New for Summit Brokers: your team has emailed summit.com.',
  ],
  [
    'ops@bramwell.com',
    'contact',
    quillon,
    'amber',
    'New for Quillon Logistics, LLC: your team has emailed quillon.com.',
  ],
  [
    'ops@bramwell.com',
    'comments',
    quillon,
    'red',
    'New for Quillon Logistics, LLC: your team has emailed quillon.com.',
  ],
  ['ops@bramwell.com', 'contact', { mc: '482130' }, 'amber', 'New for MC 482130: your team has emailed quillon.com.'],
  [
    'quillon@gmail.com',
    'contact',
    quillon,
    'red',
    'This is free mail. Your team has emailed Quillon Logistics, LLC at quillon.com.',
  ],
  ['jo.smith@gmail.com', 'contact', { company: 'Smith Freight' }, 'green', null],
  [
    'jo.smth@gmail.com',
    'contact',
    { company: 'Smith Freight' },
    'amber',
    'New for Smith Freight: your team has emailed jo.smith@gmail.com.',
  ],
  ['ops@bramwell.com', 'contact', { company: 'Bramwell' }, 'green', null],
  ['ops@bramwell.com', 'typed', {}, 'green', null],
  [
    'ops@bramwell.com',
    'comments',
    {},
    'amber',
    'This address was read in a text, not in the contact fields of a posting.',
  ],
  ['ops@summitlogistics.com', 'contact', { company: 'Summit Logistics' }, 'green', null],
  ['ops@xn--bramwll-9ya.com', 'contact', {}, 'red', 'xn--bramwll-9ya.com is written in foreign letters.'],
  ['ops@xn--qubec-freight-bnb.com', 'contact', {}, 'green', null],
] as const)('[D12.1] %s, read from %s, for %o is %s: %s', (to, readFrom, load, level, reason) => {
  expect(checkRecipient({ to, readFrom, load, known: few })).toEqual({ level, reason })
})

test('an address was read from the contact, from comments, or was typed', () => {
  const load = {
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    contactEmail: 'a@b.com',
  }
  expect(readFromOf('a@b.com', { ...load, board: 'dat-one' })).toBe('contact')
  expect(readFromOf('a@b.com', { ...load, board: 'dat-one', emailFrom: 'comments' })).toBe('comments')
  expect(readFromOf('a@b.com', load)).toBe('comments')
  expect(readFromOf('other@b.com', load)).toBe('typed')
})
