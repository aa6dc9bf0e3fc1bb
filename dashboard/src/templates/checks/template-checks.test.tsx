import type { Profile } from '@loadping/contract/account/account'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { details } from '../../testing/email-fixtures.ts'
import { carrier, type FakeApi, inquiry, maria, renderScreen } from '../../testing/render.tsx'
import { blankDraft, type Draft } from '../draft.ts'
import { BoardFillsCard } from './board-fills-card.tsx'
import { SendTest } from './send-test.tsx'
import { TemplateChecks } from './template-checks.tsx'

const profile: Profile = {
  name: 'Maria Delgado',
  company: 'Redbud Carriers',
  phone: null,
  mc: '123456',
  dot: null,
  registeredEmail: null,
  signature: null,
}

const good = '<p>Rate: {{rate:trip+8% to 5}} all in. Our {{truck}} is empty in {{truckLocation}} today. MC {{mc}}</p>'

function Editing({ draft: initial, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const [draft, setDraft] = useState(initial)
  onDraft(draft)
  return (
    <>
      <SendTest draft={draft} />
      <BoardFillsCard draft={draft} />
      <TemplateChecks draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
    </>
  )
}

/** Shows the checks of a template; returns what it is changed to. */
function show(part: Partial<Draft>, fake: FakeApi = {}) {
  const now: { draft: Draft } = { draft: blankDraft }
  const draft = { ...blankDraft, subject: '{{origin}} to {{dest}} - {{avail}} - Ref# {{ref}}', body: good, ...part }
  renderScreen(<Editing draft={draft} onDraft={(changed) => Object.assign(now, { draft: changed })} />, {
    ...fake,
    account: {
      getMe: async () => maria,
      getUserInfo: async () => carrier,
      getProfile: async () => profile,
      ...fake.account,
    },
    snippets: { listSnippets: async () => [{ name: 'equipment', text: '53 ft, air-ride', usedBy: [] }] },
    emails: { listEmails: async () => ({ emails: [], next: null }), ...fake.emails },
  })
  return now
}

const frame = async () => (await screen.findByTitle('Message')).getAttribute('srcdoc')
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const boards = (loadboards: typeof carrier.loadboards): FakeApi => ({
  account: { getUserInfo: async () => ({ ...carrier, loadboards }) },
})

test('the preview marks what was filled, and names what will be asked', async () => {
  show({ body: '<p>To {{dest}}, {{weight}}.</p>', subject: 'Ref {{ref}}' }, boards(['truckstop']))

  await waitFor(async () =>
    expect(await frame()).toContain('<p>To <mark>Boise, ID</mark>, <mark>41,500 lb</mark>.</p>'),
  )
  expect(screen.getByText('Ref (Reference Number)')).toBeTruthy()
  expect(screen.getByText(/^Asked before sending.*Reference Number\.$/)).toBeTruthy()
})

test('[D4.5] the check counts {{mc}} as a number when the profile has one', async () => {
  show({}, { account: { getProfile: async () => ({ ...profile, mc: null }) } })
  const reader = await card('Broker reads')

  expect(await reader.findByText('Add your MC number')).toBeTruthy()
  expect(screen.getByText(/Missing from your profile: MC Number/)).toBeTruthy()
})

test('a value that the load lacks and is asked for counts as given', async () => {
  show({ body: `${good}<p>Ref {{ref}}, {{snippet:equipment}}</p>` }, boards(['truckstop']))

  expect(await (await card('Broker reads')).findByText('7 of 7')).toBeTruthy()
  await waitFor(async () => expect(await frame()).toContain('<mark>53 ft, air-ride</mark>'))
})

test('a load that was emailed before can be previewed', async () => {
  const getEmailDetails = vi.fn(async () => ({ ...details, load: { ...details.load, company: 'Harbor & Pine' } }))
  show(
    { body: '<p>Hi {{company}}</p>' },
    { emails: { listEmails: async () => ({ emails: [inquiry], next: null }), getEmailDetails } },
  )

  await screen.findByRole('option', { name: 'Joliet, IL → Dallas, TX, Quillon Logistics' })
  expect(getEmailDetails).not.toHaveBeenCalled()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Load' }), inquiry.id)

  await waitFor(async () => expect(await frame()).toContain('<p>Hi <mark>Harbor &amp; Pine</mark></p>'))
  expect(getEmailDetails).toHaveBeenCalledExactlyOnceWith({ params: { id: inquiry.id } })
})

test('[D4.2] [3.12] the formula is changed with its arithmetic, by keyboard', async () => {
  const now = show({ body: '<p>[[Rate: {{rate:trip+8% to 5}}]]</p>' })
  const formula = await card('Rate formula')

  expect(formula.getByText('$2,315 × 1.08 = $2,500.20, to $5 → $2,500')).toBeTruthy()
  expect(formula.getByText('$2.70/mi, $2.57 with deadhead')).toBeTruthy()
  expect(formula.getByText(/is left out/)).toBeTruthy()

  await userEvent.clear(formula.getByRole('textbox', { name: 'Add' }))
  await userEvent.type(formula.getByRole('textbox', { name: 'Add' }), '-2.5')
  expect(now.draft.body).toBe('<p>[[Rate: {{rate:trip-2.5% to 5}}]]</p>')

  await userEvent.click(formula.getByRole('radio', { name: 'Trip * Number' }))
  await userEvent.selectOptions(formula.getByRole('combobox', { name: 'Round to' }), '50')
  expect(now.draft.body).toBe('<p>[[Rate: {{rate:trip*2.75 to 50}}]]</p>')
  expect(await formula.findByText('926 mi × $2.75 = $2,546.50, to $50 → $2,550')).toBeTruthy()
  expect(await formula.findByText('$2,550')).toBeTruthy()
})

test('[3.12] an amount that is no number changes nothing', async () => {
  const now = show({ body: '<p>{{rate:2400}}</p>' })
  const formula = await card('Rate formula')

  await userEvent.clear(formula.getByRole('textbox', { name: 'Price' }))
  expect(await formula.findByText('Enter a number')).toBeTruthy()
  expect(now.draft.body).toBe('<p>{{rate:2400}}</p>')
})

test('[D4.2] without a posted rate the arithmetic says what is missing', async () => {
  show({ body: '<p>{{rate:trip+8%}}</p>' }, boards(['sylectus']))
  const formula = await card('Rate formula')

  expect(await formula.findByText(/This load has no posted rate/)).toBeTruthy()
  expect(formula.getByText(/you're asked for your rate before sending/)).toBeTruthy()
})

test('[D4.7] Fix corrects what the check finds', async () => {
  const now = show({ body: `${good}<p>Is it still available?</p>`.replace(' MC {{mc}}', '') })
  const reader = await card('Broker reads')
  expect(reader.getByText('5 of 7')).toBeTruthy()
  expect(reader.getByText('Add your MC number')).toBeTruthy()

  await userEvent.click(reader.getByRole('button', { name: 'Fix: Add your MC number' }))
  await userEvent.click(await reader.findByRole('button', { name: "Fix: Don't ask whether the load is available" }))

  expect(await reader.findByText('7 of 7')).toBeTruthy()
  expect(reader.getByText('$2,500 all-in · Van · MC 123456 · empty Elgin, IL today')).toBeTruthy()
  expect(now.draft.body).toContain('<p>[[MC {{mc}}]]</p>')
  expect(now.draft.body).toContain('Can we book it?')
  expect(reader.queryByRole('button')).toBeNull()
})

test('[D12.2] what software cannot read is rewritten into a labeled line', async () => {
  const now = show({ body: `${good}<p>We roll towards {{origin}}, {{trip}} long.</p>`, subject: '' })
  const reader = await card('Broker reads')

  await userEvent.click(await reader.findByRole('button', { name: 'Rewrite: 926' }))

  expect(now.draft.body).toContain('<p>[[Trip: {{trip}} miles]]</p>')
  await waitFor(() => expect(reader.queryByRole('button', { name: 'Rewrite: 926' })).toBeNull())
  expect(reader.getByText('“Joliet, IL”')).toBeTruthy()
  expect(reader.getByText(/Name the city alone/)).toBeTruthy()
})

test('[D4.10] each board shows what it fills and what happens to the rest', async () => {
  show({ body: '<p>{{load}} [[{{rate}}]] {{mc}} {{dest}}</p>', subject: '' }, boards(['dat-one', 'sylectus']))

  const row = await screen.findByRole('row', { name: /Sylectus/ })
  expect(within(row).getByText('2 of 4')).toBeTruthy()
  expect(within(row).getByText('not on this board, asked before sending')).toBeTruthy()
  expect(within(row).getByText('often absent, sentence drops')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /DAT One/ })).getByText('3 of 4')).toBeTruthy()
})

test('a broker sees what a carrier reads, and no rate formula', async () => {
  show(
    { body: '<p>{{postedLoadOriginDestination}}</p>' },
    { account: { getUserInfo: async () => ({ ...carrier, userType: 'broker' }) } },
  )

  const reader = await card('Carrier reads')
  expect(reader.getByText('Name the equipment')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Rate formula' })).toBeNull()
})

test('a test is sent with the template as it is, and asks for what the load lacks', async () => {
  const sendTestEmail = vi.fn(async () => ({ to: maria.email }))
  show({ body: '<p>{{ref}} {{dest}}</p>', subject: 's' }, { ...boards(['truckstop']), inquiries: { sendTestEmail } })

  await userEvent.click(await screen.findByRole('button', { name: 'Send test' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }))
  expect(dialog.getByText(maria.email)).toBeTruthy()
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Reference Number' }), 'Q7')
  await userEvent.click(dialog.getByRole('button', { name: 'Send test' }))

  expect(await screen.findByText(`Test sent to ${maria.email}`)).toBeTruthy()
  expect(sendTestEmail).toHaveBeenCalledExactlyOnceWith({
    body: {
      subject: 's',
      template: '<p>{{ref}} {{dest}}</p>',
      load: expect.objectContaining({ board: 'truckstop' }),
      values: { ref: 'Q7' },
    },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a snippet that does not exist is named in the preview, and never asked for', async () => {
  show({ body: '<p>{{snippet:gone}} {{dest}}</p>' })

  expect(await screen.findByText(/you have no snippet named gone/)).toBeTruthy()
  expect(screen.queryByText(/Asked before sending/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send test' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }))
  await dialog.findByText(maria.email)
  expect(dialog.queryByRole('textbox')).toBeNull()
})

test('without a mailbox the dialog leads to connecting one', async () => {
  show({}, { account: { getMe: async () => ({ ...maria, accountVerified: false }) } })

  await userEvent.click(await screen.findByRole('button', { name: 'Send test' }))

  const link = await screen.findByRole('link', { name: 'Connect a mailbox' })
  expect(link.getAttribute('href')).toBe('/email')
})
