import type { Profile } from '@loadping/contract/account/account'
import { brokerDefaultTemplate, carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { expect, test } from 'vitest'
import { emptyProfile } from '../testing/profile-fixtures.ts'
import { type BrokerViewInput, type BrokerViewPoint, judgeSender } from './judge-sender.ts'

const profile: Profile = {
  name: 'Maria Delgado',
  company: 'Redbud Carriers LLC',
  phone: '(555) 010-0142',
  mc: '123456',
  dot: '1234567',
  registeredEmail: null,
  signature: 'Maria Delgado\nRedbud Carriers LLC, (555) 010-0142',
}
const good: BrokerViewInput = {
  userType: 'carrier',
  profile,
  mailbox: { kind: 'google', address: 'maria@redbud.example' },
  templates: [carrierDefaultTemplate],
  domain: { domain: 'redbud.example', spf: 'found', dmarc: 'found', dkim: 'found' },
}

const pointOf = (code: BrokerViewPoint['code'], change: Partial<BrokerViewInput> = {}) =>
  judgeSender({ ...good, ...change }).find((point) => point.code === code)
const withProfile = (change: Partial<Profile>) => ({ profile: { ...profile, ...change } })
const from = (address: string, kind: 'google' | 'smtp' | 'relay' = 'google') => ({ mailbox: { kind, address } })

test('[D12.10] a complete sender with an own domain is good in every point', () => {
  for (const input of [good, { ...good, userType: 'broker' as const, templates: [brokerDefaultTemplate] }]) {
    expect(judgeSender(input).filter(({ state }) => state !== 'good')).toEqual([])
    expect(judgeSender(input)).toHaveLength(9)
  }
})

test.each([
  [
    'maria@redbud.example',
    'google',
    'improve',
    'Emails come from maria@redbud.example, not from dispatch@redbud.example',
  ],
  ['Dispatch@redbud.example', 'smtp', 'good', 'You send from dispatch@redbud.example, as registered'],
  [
    'dispatch@redbud.example',
    'relay',
    'improve',
    "Emails don't come from dispatch@redbud.example, which you registered",
  ],
] as const)('[D13.13] %s by %s is %s for a registered address', (address, kind, state, text) => {
  const registered = withProfile({ registeredEmail: 'dispatch@redbud.example' })

  expect(judgeSender({ ...good, ...registered, ...from(address, kind) })[0]).toMatchObject({
    code: 'registered',
    state,
    text,
    why: expect.stringContaining("Brokers' vetting tools compare"),
  })
})

test('[D13.13] the registered address is optional, and brokers have none', () => {
  const registered = withProfile({ registeredEmail: 'dispatch@redbud.example' })

  expect(pointOf('registered')).toBeUndefined()
  expect(pointOf('registered', { ...registered, userType: 'broker' })).toBeUndefined()
})

test('[D12.10] each point says why readers care, and each lack how to fix it', () => {
  const none = { domain: 'redbud.example', spf: 'missing', dmarc: 'missing', dkim: 'missing' } as const
  const points = judgeSender({ ...good, profile: emptyProfile, domain: none })

  expect(points.map(({ code, state }) => [code, state])).toEqual([
    ['address', 'unknown'],
    ['phone', 'improve'],
    ['numbers', 'improve'],
    ['same-numbers', 'good'],
    ['signature', 'improve'],
    ['company', 'improve'],
    ['spf', 'improve'],
    ['dmarc', 'improve'],
    ['dkim', 'improve'],
  ])
  for (const { state, why, fix } of points) {
    expect(why).toMatch(/^[A-Z].{20,}\.$/)
    expect(fix === undefined).toBe(state === 'good')
  }
})

test.each([
  ['maria@redbud.example', 'Redbud Carriers LLC', 'good'],
  ['maria@mail.redbud-carriers.example', 'Redbud Carriers LLC', 'good'],
  ['m@qll.example', 'Quillon Lake Logistics', 'good'],
  ['m@cottonwoodfreight.example', 'Cottonwood Freight', 'good'],
  ['m@freight.example', 'Redbud Freight', 'good'],
  ['m@bestfreight.example', 'Redbud Freight', 'improve'],
  ['maria@other.example', 'Redbud Carriers LLC', 'improve'],
  ['maria@gmail.com', 'Redbud Carriers LLC', 'improve'],
  ['Maria@Yahoo.com', 'Yahoo', 'improve'],
])('[D12.10] the address %s of %s is %s', (address, company, state) => {
  expect(pointOf('address', { ...from(address), ...withProfile({ company }) })).toMatchObject({ state })
})

test('[D12.10] a sender without a mailbox of their own is asked to connect one', () => {
  const fix = { text: "Connect a mailbox at your company's domain", place: 'mailbox' }

  expect(pointOf('address', from('maria@redbud.example', 'relay'))).toMatchObject({ state: 'improve', fix })
  expect(pointOf('address', { mailbox: undefined })).toMatchObject({ state: 'improve', fix })
})

test('[D12.10] another MC or USDOT number in a template or the signature is found', () => {
  const template = { name: 'Reefer', subject: 'x', template: '<p>MC# 123456, USDOT 7654321</p><p>{{signature}}</p>' }

  expect(pointOf('same-numbers', { templates: [template] })).toMatchObject({
    state: 'improve',
    text: '“Reefer” says USDOT 7654321, your profile 1234567',
    fix: { text: 'Put {{dot}} in its place', place: 'templates' },
  })
  expect(pointOf('same-numbers', withProfile({ signature: 'Maria, MC 999999' }))).toMatchObject({
    text: 'Your signature says MC 999999, your profile 123456',
    fix: { place: 'profile' },
  })
})

test('[D12.10] templates without the signature are found', () => {
  const unsigned = { name: 'Reefer', subject: 'x', template: '<p>Maria</p>' }

  expect(pointOf('signature', { templates: [unsigned] })?.text).toBe("“Reefer” doesn't use your signature")
  expect(pointOf('signature', { templates: [unsigned, unsigned] })?.text).toBe("2 templates don't use your signature")
  expect(pointOf('signature', withProfile({ signature: null }))?.text).toBe('No signature')
})

test.each([
  ['Maria Delgado', 'improve'],
  ['Maria, dispatching for Cottonwood Freight', 'good'],
  ['Maria, on behalf of Cottonwood Freight', 'good'],
  ['Maria, REDBUD CARRIERS LLC', 'good'],
])('[D12.10] the signature “%s” is %s for another company', (signature, state) => {
  expect(pointOf('company', withProfile({ signature }))).toMatchObject({ state })
})

test('[D12.10] records that no name server returned are shown as not checked', () => {
  const spf = { state: 'unknown', text: 'SPF of redbud.example could not be checked' }

  expect(pointOf('spf', { domain: undefined })).toMatchObject(spf)
  expect(
    pointOf('spf', { domain: { domain: 'redbud.example', spf: 'unknown', dmarc: 'found', dkim: 'found' } }),
  ).toMatchObject(spf)
  expect(
    pointOf('spf', { domain: { domain: 'old.example', spf: 'found', dmarc: 'found', dkim: 'found' } }),
  ).toMatchObject(spf)
})

test.each([from('maria@gmail.com'), from('maria@redbud.example', 'relay')])(
  'no records are looked up for a domain that is not the sender’s: %j',
  (change) => {
    expect(judgeSender({ ...good, ...change }).map(({ code }) => code)).not.toContain('spf')
  },
)
