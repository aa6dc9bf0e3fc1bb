import type { EmailState } from '@loadping/contract/emails/email-state'
import type { Practice, PracticeInquiry } from '@loadping/contract/practice/practice'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unverified } from '../testing/email-fixtures.ts'
import { hideMarker, showMarker } from '../testing/marker.ts'
import { carrier, type FakeApi, inquiry, maria, reefer, renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))
afterEach(hideMarker)

const template = { ...reefer, isDefault: true }
const email = { ...inquiry, to: maria.email, askCents: 250_000 }

type Practicing = { me?: typeof maria; refusal?: Problem; changes?: Partial<Practice> }

/** Calls of a user who practices, and what was sent. */
function practicing({ me = maria, refusal, changes = {} }: Practicing = {}) {
  const sent: PracticeInquiry[] = []
  let state: EmailState = 'sent'
  const practice: Practice = { to: maria.email, used: 0, limit: 20, ...changes }
  const api = {
    account: { getMe: async () => me, getUserInfo: async () => carrier },
    templates: { listTemplates: async () => [template] },
    mailboxes: { listMailboxes: async () => [] },
    practice: {
      getPractice: async () => ({ ...practice }),
      sendPracticeEmail: async ({ body }) => {
        if (refusal) throw refusal
        sent.push(body)
        practice.used += 1
        return { ...email, state: 'queued', dueAt: new Date(Date.now() + 5_000).toISOString() }
      },
    },
    emails: { getEmail: async () => ({ ...email, state }) },
    inquiries: {
      undoEmail: async () => {
        practice.used -= 1
        state = 'undone'
        return { ...email, state }
      },
    },
  } satisfies FakeApi
  renderApp('/practice-board', api)
  return { sent }
}

async function rowOf(company: string) {
  const row = (await screen.findByText(company)).closest('tr')
  if (!row) throw new Error(`${company} has no row`)
  return within(row)
}

const press = async (company: string, name: string) =>
  userEvent.click(await (await rowOf(company)).findByRole('button', { name }))

test('[D13.6] a reviewer is told that emails reach nobody, and where to read them', async () => {
  practicing({ changes: { isSealed: true } })

  expect(await screen.findByText('Emails from this account reach nobody')).toBeTruthy()
  expect(screen.getByText(/^Look on the page Email/)).toBeTruthy()
  expect(screen.getByText(/Read them on the page/).textContent).toContain('0 of 20 used today.')
  expect(screen.queryByText(/inbox/)).toBeNull()
})

test('[D12.15] without the extension the page shows the controls itself, and says so', async () => {
  practicing()

  const quillon = await rowOf('Quillon Logistics')
  for (const name of ['Email', 'Call', 'Save']) expect(await quillon.findByRole('button', { name })).toBeTruthy()
  expect(quillon.getByText('$2,500')).toBeTruthy()
  expect(screen.getByText(/this page shows the buttons itself/)).toBeTruthy()
})

test('[D12.15] [D13.30] Email sends what the row showed, to the user alone, and counts it', async () => {
  const { sent } = practicing()
  expect(await screen.findByText('Emails from this page go only to you')).toBeTruthy()
  expect(screen.getByText('0 of 20 used today.')).toBeTruthy()

  await press('Quillon Logistics', 'Email')

  expect(
    await screen.findByText(/Practice email on its way to you. Joliet, IL → Dallas, TX, asked \$2,500/),
  ).toBeTruthy()
  expect(sent).toEqual([
    { row: 'practice-1', templateId: template.id, expected: { askCents: 250_000, templateVersion: template.version } },
  ])
  expect(await (await rowOf('Quillon Logistics')).findByText('Sent to you', {}, { timeout: 4_000 })).toBeTruthy()
  expect(await screen.findByText('1 of 20 used today.')).toBeTruthy()
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Look in your inbox')
})

test('[D13.30] Undo takes it back, and the row can be emailed again', async () => {
  practicing()
  await press('Quillon Logistics', 'Email')

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Undone. Nothing was sent.')).toBeTruthy()
  expect(await (await rowOf('Quillon Logistics')).findByRole('button', { name: 'Email' })).toBeTruthy()
  expect(await screen.findByText('0 of 20 used today.')).toBeTruthy()
})

test('[D13.30] after the last one of the day it says so', async () => {
  practicing({ refusal: new Problem('too-late', 'You sent 20 practice emails today. Try again tomorrow.') })

  await press('Quillon Logistics', 'Email')

  expect(await screen.findByText('You sent 20 practice emails today. Try again tomorrow.')).toBeTruthy()
})

test('[D12.15] each row has one thing to try', async () => {
  practicing()

  expect((await rowOf('Hollis & Wren 3PL')).getByText('No rate')).toBeTruthy()
  const unmailed = await rowOf('Copperline Carriers Group')
  expect(unmailed.getByText('No email address: call them')).toBeTruthy()
  expect(unmailed.queryByRole('button', { name: 'Email' })).toBeNull()
  expect((await rowOf('Marrow Creek Brokerage')).getByRole('button', { name: 'Called' })).toBeTruthy()
  await press('Tallow & Finch Freight', 'Priya, 6m')
  expect((await rowOf('Tallow & Finch Freight')).getByRole('button', { name: 'Email anyway' })).toBeTruthy()
})

test('Call and Save change the row and call nobody', async () => {
  practicing()

  await press('Quillon Logistics', 'Call')
  await press('Quillon Logistics', 'Save')

  const row = await rowOf('Quillon Logistics')
  expect(row.getByRole('button', { name: 'Called' })).toBeTruthy()
  expect(row.getByRole('button', { name: 'Saved' })).toBeTruthy()
})

test('[D9.6] a user who may not send yet is told so when they try', async () => {
  const { sent } = practicing({ me: unverified })

  await press('Quillon Logistics', 'Email')

  expect(await screen.findByRole('dialog', { name: "You can't send email yet" })).toBeTruthy()
  expect(sent).toEqual([])
})

test("[D12.15] the page's own controls make room for the extension's", async () => {
  showMarker()
  practicing()
  const row = (await screen.findByText('Quillon Logistics')).closest('tr')
  expect(screen.queryByRole('button', { name: 'Email' })).toBeNull()

  row?.append(document.createElement('div')) // as the extension does

  expect(await screen.findByText(/The buttons are those of your extension/)).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect(screen.queryByRole('button', { name: 'Email' })).toBeNull()
})

test("[D12.15] the page shows its own controls if the extension's do not come", async () => {
  showMarker()
  practicing()

  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Email' })).toHaveLength(6), { timeout: 4_000 })
})
