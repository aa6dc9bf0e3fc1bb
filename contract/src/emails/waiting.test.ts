import { expect, test } from 'vitest'
import { describeWaiting, type Waiting, type WaitingFacts } from './waiting.ts'

const now = new Date('2026-11-26T14:46:00.000Z')
const pat = { kind: 'smtp', address: 'pat@redbud.example' } as const
const facts = (waiting: Waiting, overrides: Partial<WaitingFacts> = {}): WaitingFacts => ({
  mailbox: pat,
  dueAt: '2026-11-26T15:00:00.000Z',
  sellBy: '2026-11-26T14:56:00.000Z',
  waiting,
  ...overrides,
})
const relay = { mailbox: { kind: 'relay', address: 'maria@redbud.example' } } as const

test.each([
  [
    { reason: 'mailbox-limit', use: { sent: 20, cap: 20 } },
    relay,
    "20 of 20 today by LoadPing's relay",
    'Connect a mailbox',
  ],
  [
    { reason: 'mailbox-limit', use: { sent: 400, cap: 400 } },
    {},
    '400 of 400 today by pat@redbud.example',
    'Connect another mailbox',
  ],
  [
    { reason: 'mailbox-limit', use: { sent: 399, cap: 400 } },
    {},
    'daily limit of pat@redbud.example',
    'Connect another mailbox',
  ],
  [{ reason: 'pause', use: null }, {}, 'LoadPing paused sending', 'See why'],
  [
    { reason: 'pause', use: null, receiver: 'Gmail' },
    relay,
    "Gmail refuses emails from LoadPing's relay",
    'Connect your own mailbox',
  ],
  [{ reason: 'send-limit', use: null }, {}, 'too many emails in this hour', 'See limits'],
  [{ reason: 'reconnect', use: null }, {}, 'pat@redbud.example is signed out', 'Connect again'],
  [
    { reason: 'password-login', use: null },
    {},
    'Microsoft switched off password login for pat@redbud.example',
    'Connect Outlook',
  ],
] as const)('[D13.15] %j says why and names one thing to do', (waiting, overrides, why, todo) => {
  const text = describeWaiting(facts(waiting, overrides), now)

  expect(text).toMatchObject({ title: `Waiting: ${why}`, todo: { label: todo }, dueAt: null })
  expect(text?.until).toBe("Waits until 9:56 AM; then it isn't sent and doesn't count.")
})

test('[D13.21] what is held since a restore says so, without a time until which it would be sent', () => {
  expect(describeWaiting(facts({ reason: 'pause', use: null, isHeld: true }, { sellBy: null }), now)).toMatchObject({
    title: 'Waiting: held after a restore, an administrator decides',
    label: 'Waiting: held',
    until: 'It may have been sent before: check your Sent folder.',
    todo: null,
  })
})

test('[D13.15] a short wait for other emails says until when it can be undone, and nothing at its end', () => {
  const behind = facts({ reason: 'throttle', use: null })

  expect(describeWaiting(behind, now)).toMatchObject({ todo: null, dueAt: behind.dueAt })
  expect(describeWaiting(behind, new Date('2026-11-26T14:59:59.000Z'))).toBeUndefined()
})

test('[D13.15] a row leaves out who refuses the relay, whose name may be long', () => {
  const refused = facts({ reason: 'pause', use: null, receiver: 'quillon-logistics.example' }, relay)

  expect(describeWaiting(refused, now)?.label).toBe('Waiting: relay refused')
})

test('an email that waits for nothing has no reason', () => {
  expect(describeWaiting({ ...facts({ reason: 'pause', use: null }), waiting: null }, now)).toBeUndefined()
})
