import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Mark } from '@loadping/contract/extension/marks'
import { expect, test } from 'vitest'
import { dashboardPages } from '../dashboard-pages.ts'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import type { Account } from '../session/account.ts'
import { choicesFor, dialed, expectedAsk, getRowView, type RowFacts } from './row-view.ts'

const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Aurora', state: 'IL' },
  dest: { city: 'Memphis', state: 'TN' },
  tripMiles: 548,
  rate: { cents: 142_500, basis: 'flat' },
  contactEmail: 'dispatch@tarnbrook.example',
}
const { rate: _rate, ...withoutRate } = load
const { contactEmail: _email, ...withoutEmail } = load
const defaultTemplate = {
  id: 't1',
  name: 'Van, all-in ask',
  subject: '{{origin}}',
  template: '<p>[[We ask {{rate:trip+8% to 5}}.]]</p>',
  isDefault: true,
  version: 3,
}
const other = {
  id: 't2',
  name: 'Still there',
  subject: 'Load',
  template: '<p>Is it?</p>',
  isDefault: false,
  version: 1,
}
const account: Account = {
  email: 'maria@redbud.example',
  userType: 'carrier',
  emails: 32,
  limitEmails: 50,
  accountVerified: true,
  needAttention: 0,
  sellByMinutes: 15,
  templates: [other, defaultTemplate],
}

const broker: Account = { ...account, userType: 'broker' }

const now = new Date('2026-11-22T16:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const nothingKnown = { note: undefined, marks: [], ownUserId: 'maria', now }

const view = (changes: Partial<RowFacts> = {}) =>
  getRowView({
    load,
    account,
    inquiry: undefined,
    showsRatePerMile: true,
    isOutdated: false,
    isOwnPosting: false,
    ...nothingKnown,
    ...changes,
  })

const owen: Mark = {
  id: 'm1',
  postingKey: 'p',
  laneKey: null,
  userId: 'owen',
  name: 'Owen Reyes',
  type: 'EMAIL',
  at: ago(6),
  askCents: 145_500,
  postedCents: null,
  outcome: null,
}

test('[D11.3] a row shows the ask of the Default template, and its button says what a click sends', () => {
  expect(view()).toEqual({
    ask: { text: '$1,540', tone: 'rest' },
    main: {
      label: 'Email',
      icon: 'mail',
      tone: 'rest',
      title: 'Email dispatch@tarnbrook.example with “Van, all-in ask”, asking $1,540',
      action: { send: 't1' },
    },
    save: { label: 'Save', icon: 'bookmark', tone: 'rest', title: 'Save this load in My loads', action: 'save' },
  })
  expect(choicesFor(account, load)).toEqual([
    {
      templateId: 't2',
      name: 'Still there',
      title: 'Email dispatch@tarnbrook.example with “Still there”, with no ask',
    },
  ])
})

test.each([
  ['No rate', {}],
  ['CA$3,007', { canadianRate: 'CA$3,007' }],
])('a posting without a rate in US dollars shows “%s” and can be emailed about, with no ask', (text, rate) => {
  expect(view({ load: withoutRate, ...rate })).toMatchObject({
    ask: { text, tone: 'none' },
    main: { label: 'Email', title: 'Email dispatch@tarnbrook.example with “Van, all-in ask”, with no ask' },
  })
})

test('a posting without an email address has no Email button', () => {
  const { ask, main } = view({ load: withoutEmail })

  expect([ask?.text, main]).toEqual(['$1,540', undefined])
})

test('a broker emails only about a posting of their own', () => {
  expect(view({ account: broker }).main).toBeUndefined()
  expect(view({ account: broker, isOwnPosting: true }).main?.action).toEqual({ send: 't1' })
})

test('[D11.3] RPM is added only where the board shows none', () => {
  expect(view({ showsRatePerMile: false }).perMile?.text).toBe('$2.60/mi')
  expect(view({ load: { ...load, deadheadMiles: 22 }, showsRatePerMile: false }).perMile?.title).toBe(
    'Posted rate per loaded mile. With the deadhead: $2.50/mi',
  )
  expect(view({ showsRatePerMile: true }).perMile).toBeUndefined()
  expect(view({ load: withoutRate, showsRatePerMile: false }).perMile).toBeUndefined()
  const inquiry = { state: 'unknown', templateId: 't1' } as const
  expect(view({ showsRatePerMile: false, inquiry }).perMile).toBeUndefined()
})

test.each<[InquiryState['state'], string, unknown]>([
  ['sending', 'Sending', undefined],
  ['queued', 'Undo', { undo: true }],
  ['undone', 'Email', { send: 't1' }],
  ['sent', 'Sent', undefined],
  ['unknown', 'May have been sent', undefined],
  ['failed', 'Not sent', { send: 't2', values: { weight: '44,000 lb' } }],
  ['missing', 'Email', { fill: 't2', missing: ['weight'], values: { weight: '44,000 lb' } }],
  ['changed', 'New ask', { send: 't2', values: { weight: '44,000 lb' } }],
  ['suspicious', 'Check email', { confirm: 't2', question: 'The reason.', values: { weight: '44,000 lb' } }],
  ['contacted', 'Contacted', { confirm: 't2', question: 'The reason.', values: { weight: '44,000 lb' } }],
  ['limit', 'Not sent', { send: 't2', values: { weight: '44,000 lb' } }],
  ['signed-out', 'Sign in', { open: 'signIn' }],
])('an inquiry in state %s shows “%s”', (state, label, action) => {
  const { main } = view({
    inquiry: { state, templateId: 't2', reason: 'The reason.', missing: ['weight'], values: { weight: '44,000 lb' } },
  })

  expect([main?.label, main?.action]).toEqual([label, action])
})

test('a failed email shows why, and that a click tries again', () => {
  expect(
    view({ inquiry: { state: 'failed', templateId: 't1', reason: 'The mailbox does not exist.' } }).main?.title,
  ).toBe(
    'The mailbox does not exist. Click to try again. Email dispatch@tarnbrook.example with “Van, all-in ask”, asking $1,540',
  )
})

test('a queued email shows why it waits, and that a click undoes it', () => {
  expect(view({ inquiry: { state: 'queued', templateId: 't1' } }).main?.title).toBe(
    'Sending to dispatch@tarnbrook.example. Click to undo.',
  )
  expect(
    view({ inquiry: { state: 'queued', templateId: 't1', reason: 'The mail server could not be reached.' } }).main
      ?.title,
  ).toBe('The mail server could not be reached. Click to undo.')
})

test('a row whose email was undone looks as before the click, but its load stays saved', () => {
  const inquiry = { state: 'undone', templateId: 't2', emailId: 'e1', askCents: 250_000 } as const
  expect(view({ inquiry })).toEqual({ ...view(), save: expect.objectContaining({ label: 'Saved' }) })
})

test('a send without a mailbox leads to verification, and can be retried after it', () => {
  const inquiry = { state: 'not-allowed', templateId: 't2', reason: 'Connect a mailbox to send email.' } as const

  expect(view({ inquiry, account: { ...account, accountVerified: false } }).main).toMatchObject({
    label: 'Verify email',
    action: { open: 'verifyEmail' },
  })
  expect(view({ inquiry }).main).toMatchObject({ label: 'Not sent', action: { send: 't2' } })
})

test.each(['queued', 'sent'] as const)('a row whose email is %s shows the ask of that email', (state) => {
  expect(view({ inquiry: { state, templateId: 't1', askCents: 250_000 } }).ask).toEqual({
    text: '$2,500',
    tone: 'sent',
  })
  expect(view({ inquiry: { state, templateId: 't1', askCents: null } }).ask).toEqual({
    text: 'No ask',
    tone: 'none',
  })
})

test.each(['queued', 'sent'] as const)('“No rate” keeps its name once the email is %s', (state) => {
  const inquiry = { state, templateId: 't1', askCents: null }

  expect(view({ load: withoutRate, inquiry }).ask).toEqual({ text: 'No rate', tone: 'none' })
  expect(view({ load: withoutRate, inquiry, canadianRate: 'CA$3,007' }).ask?.text).toBe('CA$3,007')
})

test('[D12.16] a changed row shows the new price, says so, and its next click sends that', () => {
  const inquiry = {
    state: 'changed',
    templateId: 't1',
    reason: 'Your ask is now $3,475, not $2,500. Nothing was sent.',
    askCents: 347_500,
    templateVersion: 4,
  } as const

  const { ask, main } = view({ inquiry })

  expect(ask).toEqual({ text: '$3,475', tone: 'rest' })
  expect(main?.title).toBe('Your ask is now $3,475, not $2,500. Nothing was sent. Click to send it like this.')
  expect(expectedAsk({ load, account, inquiry }, 't1', undefined)).toEqual({ askCents: 347_500, templateVersion: 4 })
  expect(expectedAsk({ load, account, inquiry }, 't2', undefined)).toEqual({ askCents: null, templateVersion: 1 })
  expect(view({ inquiry: { ...inquiry, askCents: null } }).ask?.text).toBe('No ask')
})

test('[D12.16] a changed row names what changed', () => {
  const label = (changed: InquiryState['changed'], isBroker = false) => {
    const inquiry = { state: 'changed', templateId: 't1', changed } as const
    return view({ inquiry, ...(isBroker && { account: broker, isOwnPosting: true }) }).main?.label
  }
  expect([label('ask'), label('template'), label('truck')]).toEqual(['New ask', 'New template', 'New truck'])
  expect(label('ask', true)).toBe('New offer')
})

test('[D12.16] a click carries the price that the row shows, and the version of its template', () => {
  const row = { load, account, inquiry: undefined }
  const needsRate = { ...defaultTemplate, id: 't3', template: '<p>We ask {{rate}} for MC {{mc}}.</p>' }
  const noRate = { load: withoutRate, account: { ...account, templates: [needsRate] }, inquiry: undefined }

  expect(expectedAsk(row, 't1', undefined)).toEqual({ askCents: 154_000, templateVersion: 3 })
  expect(expectedAsk(row, 't2', undefined)).toEqual({ askCents: null, templateVersion: 1 })
  expect(expectedAsk(noRate, 't3', { rate: '2,400' })).toEqual({ askCents: 240_000, templateVersion: 3 })
  expect(expectedAsk(row, 'deleted', undefined)).toBeUndefined()
})

test('with no emails left the row says so and leads to the plans', () => {
  expect(view({ account: { ...account, emails: 0 } }).main).toMatchObject({
    label: '0 left',
    title: 'You have no emails left this month. Click to see plans.',
    action: { open: 'plans' },
  })
})

test('[D8.8] a send over the limit leads to the plans, and keeps its values for a retry', () => {
  const reason = "You've used all 50 emails this month. You get 50 more on Tue, Dec 1 (New York time)."
  const values = { weight: '44,000 lb' }
  const inquiry = { state: 'limit', templateId: 't2', reason, values } as const

  expect(view({ inquiry, account: { ...account, emails: 0 } }).main).toMatchObject({
    label: '0 left',
    title: `${reason} Click to see plans.`,
    action: { open: 'plans' },
  })
  expect(dashboardPages.plans).toBe('/pricing')
  expect(view({ inquiry }).main).toMatchObject({
    label: 'Not sent',
    title: expect.stringContaining(reason),
    action: { send: 't2', values },
  })
})

test('[D11.8] signed out, a row offers to sign in, or to update a version that is too old', () => {
  const offer = (label: string, open: string) => ({ main: expect.objectContaining({ label, action: { open } }) })
  expect(view({ account: null })).toEqual(offer('Sign in', 'signIn'))
  expect(view({ account: null, isOutdated: true })).toEqual(offer('Update', 'extension'))
})

test.each<[string, Partial<RowFacts>, (string | undefined)[]]>([
  ['at rest', { load: { ...load, phone: '(555) 010-0142' } }, ['Email', 'Call', 'Save']],
  ['without a telephone number', {}, ['Email', undefined, 'Save']],
  ['called', { note: { calledAt: ago(3), loadId: 'l1' } }, ['Email', 'Called', 'Saved']],
  ['due for a call', { marks: [{ ...owen, userId: 'maria', isDue: true }] }, ['Emailed', 'Call due', 'Saved']],
  [
    'due, and called since',
    { marks: [{ ...owen, userId: 'maria', isDue: true }], note: { calledAt: ago(1), loadId: 'l1' } },
    ['Emailed', 'Called', 'Saved'],
  ],
  ['saved', { note: { savedAt: ago(3) } }, ['Email', undefined, 'Saved']],
  ['saved elsewhere', { marks: [{ ...owen, userId: 'maria', type: 'SAVED' }] }, ['Email', undefined, 'Saved']],
  [
    'accepted',
    { inquiry: { state: 'queued', templateId: 't1', emailId: 'e1', dueAt: ago(-3.6 / 60) } },
    ['Undo 4', undefined, 'Saved'],
  ],
  ['sent', { inquiry: { state: 'sent', templateId: 't1', emailId: 'e1' } }, ['Sent', undefined, 'Saved']],
  ['rejected', { inquiry: { state: 'failed', templateId: 't1' } }, ['Not sent', undefined, 'Save']],
  ['failed', { inquiry: { state: 'failed', templateId: 't1', emailId: 'e1' } }, ['Not sent', undefined, 'Saved']],
  ['emailed elsewhere by the user', { marks: [{ ...owen, userId: 'maria' }] }, ['Emailed', undefined, 'Saved']],
  ['of a broker', { account: broker, isOwnPosting: true }, ['Email', undefined, undefined]],
])('[D11.3] the controls of a row %s', (_, facts, labels) => {
  const { main, call, save } = view(facts)

  expect([main?.label, call?.label, save?.label]).toEqual(labels)
})

test('[D5.7] [D11.3] a row says who on the team emailed or called, and asks before another email', () => {
  expect(view({ marks: [owen] }).main).toEqual({
    label: 'Owen, 6m',
    icon: 'users',
    tone: 'warning',
    title: 'Owen Reyes emailed about this load 6 min ago, asking $1,455. Click to email as well.',
    action: { confirm: 't1', question: 'Owen Reyes emailed about this load 6 min ago, asking $1,455. Email as well?' },
  })
  expect(view({ marks: [{ ...owen, userId: 'maria' }] }).main).toMatchObject({
    label: 'Emailed',
    tone: 'good',
    title: 'You emailed about this load 6 min ago, asking $1,455. Click to email again.',
  })
  expect(view({ marks: [{ ...owen, type: 'SAVED' }] }).main?.label).toBe('Email')
  expect(view({ marks: [owen], inquiry: { state: 'sent', templateId: 't1' } }).main?.label).toBe('Sent')
})

test('[D11.3] the price chip states no ask where the text with it drops out', () => {
  const template = { ...defaultTemplate, template: '<p>[[We ask {{rate:trip+8% to 5}} for {{ref}}.]]</p>' }
  const withTemplate = { ...account, templates: [template] }

  expect(view({ account: withTemplate }).ask).toEqual({ text: 'No ask', tone: 'none' })
  expect(view({ account: withTemplate, load: { ...load, reference: 'Q1' } }).ask?.text).toBe('$1,540')
})

test.each([
  ['(555) 010-0142', '5550100142'],
  ['+1 555 010 0142 x12', '+15550100142;ext=12'],
  ['Call dispatch', undefined],
])('the telephone number %s is dialed as %s', (phone, number) => {
  expect(dialed(phone)).toBe(number)
})

test('[D13.15] the row of an email that waits says why, and a click tells what can be done', () => {
  const waits = {
    title: 'Waiting: LoadPing paused sending',
    label: 'Waiting: LoadPing paused sending',
    until: '',
    todo: null,
  }
  const dueAt = new Date(now.getTime() + 1_800_000).toISOString()
  const { main } = view({ inquiry: { state: 'queued', templateId: 't1', dueAt, waits } })

  expect(main).toMatchObject({ label: waits.label, tone: 'warning', action: { tell: true } })
})

test('[D13.18] a row says that its posted rate rose above what was asked, also after a reload', () => {
  const risen = { ...load, rate: { cents: 180_000, basis: 'flat' as const } }
  const own = { ...owen, userId: 'maria', postedCents: 150_000 }
  const sent = (mark: Partial<Mark>) =>
    view({ load: risen, inquiry: { state: 'sent', templateId: 't1' }, marks: [{ ...own, ...mark }] }).main

  expect(sent({ askCents: 169_500 })).toMatchObject({ label: 'Now $1,800', tone: 'warning' })
  expect(sent({ askCents: 169_500 })?.title).toMatch(/The rate rose to \$1,800, above what you asked\.$/)
  expect(sent({ askCents: 180_000 })?.label).toBe('Sent')
  expect(view({ load: risen, marks: [own] }).main?.label).toBe('Now $1,800')
  expect(view({ marks: [own] }).main?.label).toBe('Emailed')
})

test('[D13.18] a row whose rate was above the ask from the start does not say that it rose', () => {
  const posted = { ...load, rate: { cents: 180_000, basis: 'flat' as const } }
  const own = { ...owen, userId: 'maria', askCents: 169_500, postedCents: 180_000 }

  expect(view({ load: posted, marks: [own] }).main?.label).toBe('Emailed')
  expect(view({ load: posted, inquiry: { state: 'sent', templateId: 't1' }, marks: [own] }).main?.label).toBe('Sent')
})

test('a broker is told of an offer, where a carrier is told of an ask', () => {
  const main = view({ account: broker, isOwnPosting: true }).main
  expect(main?.title).toMatch(/, offering \$/)
  expect(view().main?.title).toMatch(/, asking \$/)
})

test("[D13.17] a row's click and price are those of its equipment's standard, and Default is a choice", () => {
  const standard = { ...other, equipment: ['reefer' as const], template: '<p>We ask {{rate:trip+50% to 5}}.</p>' }
  const templates = [standard, defaultTemplate]
  const ofReefer = { load: { ...load, equipment: 'R' }, account: { ...account, templates } }

  const { main, ask } = view(ofReefer)

  expect(main).toMatchObject({ action: { send: 't2' }, title: expect.stringContaining('“Still there”') })
  expect(ask?.text).toBe('$2,140')
  expect(choicesFor(ofReefer.account, ofReefer.load).map(({ templateId }) => templateId)).toEqual(['t1'])
  expect(view({ ...ofReefer, load: { ...load, equipment: 'V' } }).main?.action).toEqual({ send: 't1' })
})
