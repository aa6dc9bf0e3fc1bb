import type { SentEmail } from '@loadping/contract/emails/emails'
import type { Reply, ReplyOffer } from '@loadping/contract/inquiries/replies'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadPageServer, pageLoad } from '../../testing/load-page-fixtures.ts'
import { type FakeApi, inquiry, renderApp, signInAs } from '../../testing/render.tsx'
import { buildRow, truckBoardServer } from '../../testing/truck-board-fixtures.ts'
import { truck104 } from '../../testing/truck-fixtures.ts'

const at = new Date(Date.now() - 4 * 60_000).toISOString()
const countered = {
  ...pageLoad,
  status: 'negotiating' as const,
  askCents: 245_000,
  contactedAt: at,
  outcome: { kind: 'countered' as const, cents: 220_000, at },
}
const to = 'loads@quillon.example'

type Changes = { offer?: Partial<ReplyOffer>; load?: object; fake?: FakeApi }

/** Opens a load whose broker countered $2,200 after an ask of $2,450. */
async function open({ offer = {}, load = {}, fake = {} }: Changes = {}) {
  signInAs('Maria')
  let email: SentEmail = inquiry
  const sendReply = vi.fn(async ({ body }: { body: Reply }) => {
    const dueAt = new Date(Date.now() + 5_000).toISOString()
    email = { ...inquiry, state: 'queued', askCents: body.askCents, dueAt, sentAt: null, to }
    return email
  })
  const inquiries = {
    getReplyOffer: async () => ({ to, answer: null, wording: null, ...offer }),
    sendReply,
    ...fake.inquiries,
  }
  const server = loadPageServer({
    page: { load: { ...countered, ...load } },
    fake: { ...fake, inquiries, emails: { getEmail: async () => email } },
  })
  renderApp(`/loadinfo/${server.id}`, server.api)
  await screen.findByRole('region', { name: 'Ask' })
  return { ...server, sendReply }
}

const reply = async () => within(await screen.findByRole('region', { name: 'Ready reply' }))
const sendButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('[D13.11] a countered load offers a ready reply with the next ask', async () => {
  await open()
  const card = await reply()
  expect(card.getByText(`To ${to}`)).toBeTruthy()
  expect(card.getByText(/^Thanks for the counter/).textContent).toMatch(
    /^Thanks for the counter\. We can do \$2,350 all in\. Truck is empty in Elgin, IL .* and loads in Joliet, IL by .*\. Can we book it\?$/,
  )
  expect(screen.getByText(/^Countered \$2,200, 4 min ago$/)).toBeTruthy()
})

test('[D13.11] the minus key steps down, and E sends the text with that ask', async () => {
  const { sendReply } = await open()
  await sendButton('Send $2,350')
  await userEvent.keyboard('-')
  expect(await sendButton('Send $2,275')).toBeTruthy()
  await userEvent.keyboard('e')
  await screen.findByText('Waiting to send')
  const [{ body }] = sendReply.mock.calls[0] ?? [{ body: undefined }]
  expect(body).toMatchObject({
    askCents: 227_500,
    wording: null,
    truckId: truck104.id,
    expected: { to, counterAt: at, truckId: truck104.id },
  })
  expect(body?.text).toContain('We can do $2,275 all in.')
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
})

test('[D13.11] a reply below the floor asks first', async () => {
  const { sendReply } = await open()
  await userEvent.click((await reply()).getByRole('button', { name: 'Change price or wording' }))
  const price = screen.getByRole('textbox', { name: 'Your price' })
  await userEvent.clear(price)
  await userEvent.type(price, '1900')
  await userEvent.click(await sendButton('Send $1,900'))
  expect(await screen.findByText(/Below \$1,922 this load costs you money\. Send it anyway\?/)).toBeTruthy()
  expect(sendReply).not.toHaveBeenCalled()
  await userEvent.click(await sendButton('Send $1,900 anyway'))
  await waitFor(() => expect(sendReply).toHaveBeenCalledOnce())
})

test('[D13.11] a user’s own wording is shown, changed, kept over a reload and sent', async () => {
  const { sendReply, id } = await open({ offer: { wording: 'We can do {{ask}}.' } })
  const card = await reply()
  expect(await card.findByText(/We can do/)).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: 'Change price or wording' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your wording' })
  expect(field.value).toBe('We can do {{ask}}.')
  await userEvent.type(field, ' Deal?')
  const kept = Object.entries(localStorage).filter(([key]) => key.endsWith(`.reply.${id}`))
  expect(kept.map(([, text]) => JSON.parse(text).draft.wording)).toEqual(['We can do {{ask}}. Deal?'])
  await userEvent.click(await sendButton('Send $2,350'))
  await waitFor(() => expect(sendReply).toHaveBeenCalledOnce())
  expect(sendReply.mock.calls[0]?.[0].body).toMatchObject({
    text: 'We can do $2,350. Deal?',
    wording: 'We can do {{ask}}. Deal?',
  })
})

test('[D13.11] a wording without the ask cannot be sent, and says so', async () => {
  await open({ offer: { wording: 'Deal?' } })
  expect(await screen.findByText('Add {{ask}}, so that the text states your price.')).toBeTruthy()
  expect((await sendButton('Send $2,350')).disabled).toBe(true)
})

test('[D13.11] B books the truck at what the broker said', async () => {
  const board = truckBoardServer({ trucks: [buildRow(104, { truck: truck104 })] })
  const { id } = await open({ fake: { truckBoard: board.api.truckBoard ?? {} } })
  await sendButton('Send $2,350')
  await userEvent.keyboard('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Book 104 Ray' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Booked at' }).value).toBe('2200')
  await userEvent.click(dialog.getByRole('button', { name: 'Book 104 Ray' }))
  await waitFor(() =>
    expect(board.calls.bookTruck).toHaveBeenCalledExactlyOnceWith({
      params: { id: truck104.id },
      body: { loadId: id, after: null, cents: 220_000 },
    }),
  )
})

test('[D13.11] without a truck, B records the booking at what the broker said', async () => {
  const { calls, id } = await open({ load: { facts: { ...countered.facts, equipment: 'R' } } })
  await sendButton('Send $2,350')
  expect((await reply()).queryByText(/Truck is empty/)).toBeNull()
  await userEvent.keyboard('b')
  await waitFor(() =>
    expect(calls.changeLoads).toHaveBeenCalledExactlyOnceWith({
      body: { ids: [id], change: { kind: 'outcome', outcome: 'booked', cents: 220_000 } },
    }),
  )
})

test('[D13.11] an answered counter says so, above a new email', async () => {
  const answer = { id: crypto.randomUUID(), state: 'sent' as const, askCents: 235_000, at }
  await open({ offer: { answer } })
  expect(await screen.findByText(/^You answered this counter with \$2,350 4 min ago\./)).toBeTruthy()
  expect(await sendButton('Send $2,450')).toBeTruthy()
})

test('[D13.11] after a call alone there is no reply, and the phone is offered', async () => {
  const { calls } = await open({
    offer: { to: null },
    load: { facts: { ...countered.facts, phone: '(555) 010-0142' } },
  })
  const note = await screen.findByText(/no email of yours has left, so there is no thread to answer in/)
  await userEvent.click(within(note).getByRole('button', { name: 'Call (555) 010-0142' }))
  await waitFor(() => expect(calls.recordCall).toHaveBeenCalled())
})

test('[D13.11] a reply that does not load can be tried again', async () => {
  const getReplyOffer = vi
    .fn(async (): Promise<ReplyOffer> => ({ to, answer: null, wording: null }))
    .mockRejectedValueOnce(new Problem('not-allowed', 'No.'))
  await open({ fake: { inquiries: { getReplyOffer } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await reply()).toBeTruthy()
})

test("[D13.16] a teammate's countered load offers no reply", async () => {
  const getReplyOffer = vi.fn()
  await open({ load: { userId: crypto.randomUUID() }, fake: { inquiries: { getReplyOffer } } })
  await screen.findByRole('button', { name: 'Send $2,450' })
  expect(screen.queryByRole('region', { name: 'Ready reply' })).toBeNull()
  expect(getReplyOffer).not.toHaveBeenCalled()
})

test('[D13.11] a new email can be written instead, and the reply comes back', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Write a new email instead' }))
  expect(await screen.findByRole('textbox', { name: 'Ask, as a price or formula' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Answer it' }))
  expect(await reply()).toBeTruthy()
})

test('[D12.16] a reply that the server refuses says why and stays', async () => {
  const sendReply = vi.fn(async () => {
    throw new Problem('too-late', 'You already answered this counter.')
  })
  await open({ fake: { inquiries: { sendReply } } })
  await userEvent.click(await sendButton('Send $2,350'))
  expect(await screen.findByText(/You already answered this counter\./)).toBeTruthy()
  expect(await reply()).toBeTruthy()
})
