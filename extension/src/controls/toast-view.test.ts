import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { expect, test } from 'vitest'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import { toastView } from './toast-view.ts'

const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: 'Quillon Logistics',
}
const now = new Date('2026-11-22T16:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
const view = (inquiry: Omit<InquiryState, 'templateId'>, isWithdrawn = false, isBroker = false) =>
  toastView(load, { templateId: 't1', ...inquiry }, { now, isBroker, isWithdrawn })

test('the toast says Sending while an email can be undone, and Sent once it was sent', () => {
  expect(view({ state: 'queued', askCents: 250_000, dueAt: inSeconds(3.6) })).toEqual({
    title: 'Sending to Quillon Logistics',
    text: 'Joliet, IL → Dallas, TX · asking $2,500',
    tone: 'good',
    undo: 4,
    isBrief: false,
  })
  expect(view({ state: 'sent', askCents: 250_000 })).toEqual({
    title: 'Email sent to Quillon Logistics',
    text: 'Joliet, IL → Dallas, TX · asked $2,500',
    tone: 'good',
    isBrief: true,
  })
})

test('[D13.30] on the practice board the toast says that the email goes to the user', () => {
  const practice = { ...load, boardLoadId: 'practice-1' }
  const inquiry: InquiryState = { state: 'sent', templateId: 't1' }

  expect(toastView(practice, inquiry, { now, isBroker: false, isWithdrawn: false })?.title).toBe('Email sent to you')
})

test.each<[InquiryState['state'], string, boolean]>([
  ['sending', 'Sending to Quillon Logistics', false],
  ['waiting', 'Waiting to send to Quillon Logistics', false],
  ['undone', 'Email undone', true],
  ['unknown', 'May have been sent', false],
  ['failed', 'Not sent to Quillon Logistics', false],
])('of an email that is %s the toast says “%s”', (state, title, isBrief) => {
  expect(view({ state, reason: 'The reason.' })).toMatchObject({ title, isBrief })
})

test.each(['contacted', 'suspicious', 'changed', 'missing'] as const)(
  'for an email that is %s the row asks, and no toast shows',
  (state) => {
    expect(view({ state })).toBeUndefined()
  },
)

const waits = {
  title: "Waiting: 20 of 20 today by LoadPing's relay",
  label: 'Waiting: 20 of 20 today',
  until: "Waits until 9:56 AM; then it isn't sent and doesn't count.",
  todo: { label: 'Connect a mailbox', path: '/email/connect' },
}

test('[D13.15] the toast of an email that waits says why, what helps, and that it can be undone', () => {
  expect(view({ state: 'queued', askCents: 135_000, dueAt: inSeconds(1_800), waits })).toEqual({
    title: waits.title,
    text: `Quillon Logistics. ${waits.until}`,
    tone: 'warning',
    todo: 'Connect a mailbox',
    undo: null,
    isBrief: false,
  })
  expect(view({ state: 'queued', dueAt: inSeconds(4), waits })).toMatchObject({ undo: 4 })
})

test("[D13.18] a waiting email's toast says that its load is no longer posted, and offers undo", () => {
  const told = {
    title: 'This load is no longer posted',
    text: 'Joliet, IL → Dallas, TX. Your email to Quillon Logistics still waits.',
    tone: 'warning',
    isBrief: false,
  }
  expect(view({ state: 'queued', dueAt: inSeconds(1_800), waits }, true)).toEqual({ ...told, undo: null })
  expect(view({ state: 'queued', dueAt: inSeconds(3) }, true)).toEqual({ ...told, undo: 3 })
  expect(view({ state: 'queued', waits }, true, true)).toMatchObject({ title: 'This truck is no longer posted' })
  expect(view({ state: 'sent' }, true)).toMatchObject({ title: 'Email sent to Quillon Logistics' })
})
