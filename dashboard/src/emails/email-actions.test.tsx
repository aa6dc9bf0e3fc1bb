import type { SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  emailApi,
  emailRow,
  failed,
  listing,
  mail,
  sent,
  shownSubjects,
  unknown,
  unverified,
  waiting,
} from '../testing/email-fixtures.ts'
import { renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('Undo takes a message back while it waits, and the row says so', async () => {
  let message = waiting()
  const undoEmail = vi.fn(async () => {
    message = { ...message, state: 'undone', dueAt: null }
    return message
  })
  renderApp('/email', emailApi({ listEmails: listing(() => [message]), undoEmail }))

  await press('Undo the mail to wanda@quillon.example')

  expect(await screen.findByText('Undone. Nothing was sent to wanda@quillon.example.')).toBeTruthy()
  expect((await emailRow('About wanda')).getByText('Undone')).toBeTruthy()
  expect(undoEmail).toHaveBeenCalledExactlyOnceWith({ params: { id: message.id } })
  expect(document.activeElement?.textContent).toBe('About wanda')
})

test('an undo that comes too late says so, and the list tells what became of the message', async () => {
  let message = waiting()
  const undoEmail = () => {
    message = { ...message, state: 'sent', dueAt: null }
    return Promise.reject(new Problem('too-late', 'It was handed over already'))
  }
  renderApp('/email', emailApi({ listEmails: listing(() => [message]), undoEmail }))

  await press('Undo the mail to wanda@quillon.example')

  expect(await screen.findByText('It was handed over already')).toBeTruthy()
  expect(await (await emailRow('About wanda')).findByText('Email sent')).toBeTruthy()
})

test('[E23] what failed is sent again by a click, with a new key, and can be undone at once', async () => {
  const again: SentEmail = { ...waiting(), to: failed.to }
  const resendEmail = vi.fn(async (_input: unknown) => again)
  const undoEmail = vi.fn(async (_input: unknown) => ({ ...again, state: 'undone' as const }))
  renderApp('/email', emailApi({ listEmails: listing(() => [failed]), resendEmail, undoEmail }))

  await press('Send the mail to fred@quillon.example again')
  await screen.findByText('Sending to fred@quillon.example again')

  const key = expect.stringMatching(/^[\w-]{16,64}$/)
  expect(resendEmail).toHaveBeenCalledExactlyOnceWith({
    params: { id: failed.id },
    headers: { 'idempotency-key': key },
  })
  await press('Undo')
  await waitFor(() => expect(undoEmail).toHaveBeenCalledExactlyOnceWith({ params: { id: again.id } }))
})

test('[E04] what may have been sent says so, and is sent again only after a question', async () => {
  const resendEmail = vi.fn(async (_input: unknown) => ({ ...waiting(), to: unknown.to }))
  renderApp('/email', emailApi({ listEmails: listing(() => [unknown]), resendEmail }))
  const question = 'This broker may already have your mail. Send it again?'
  const answer = async (name: string) =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

  expect((await emailRow('About una')).getByText('May have been sent, check your Sent folder')).toBeTruthy()
  await press('Send the mail to una@quillon.example again')
  expect(await screen.findByText(question)).toBeTruthy()
  await answer('Don’t send')
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  expect(resendEmail).not.toHaveBeenCalled()

  await press('Send the mail to una@quillon.example again')
  await answer('Send again')
  await waitFor(() => expect(resendEmail).toHaveBeenCalledOnce())
})

test('a message that was sent again says so, and is not sent a third time', async () => {
  renderApp(
    '/email',
    emailApi({ listEmails: listing(() => [{ ...failed, needsAttention: false, resentAs: sent.id }]) }),
  )

  expect((await emailRow('About fred')).getByText('Sent again')).toBeTruthy()
  expect((await emailRow('About fred')).queryByRole('button', { name: /again$/ })).toBeNull()
})

test('what was sent again in another tab, or before a reload whose answer got lost, says so and shows the message that took its place', async () => {
  let messages = [failed]
  const refusal = 'Only failed or unconfirmed emails can be resent, and only once.'
  const resendEmail = () => {
    messages = [waiting(), { ...failed, needsAttention: false, resentAs: waiting().id }]
    return Promise.reject(new Problem('too-late', refusal))
  }
  renderApp('/email', emailApi({ listEmails: listing(() => messages), resendEmail }))

  await press('Send the mail to fred@quillon.example again')

  expect(await screen.findByText('It was sent again already.')).toBeTruthy()
  expect(screen.queryByText(refusal)).toBeNull()
  expect(await screen.findByRole('button', { name: 'Undo the mail to wanda@quillon.example' })).toBeTruthy()
  expect((await emailRow('About fred')).queryByRole('button', { name: /again$/ })).toBeNull()
})

test('a refusal over the limit still shows what became of the message meanwhile', async () => {
  let messages = [failed]
  const resendEmail = () => {
    messages = [{ ...failed, needsAttention: false, resentAs: sent.id }]
    return Promise.reject(new Problem('plan-limit', 'You’ve used all 50 emails this month.'))
  }
  renderApp('/email', emailApi({ listEmails: listing(() => messages), resendEmail }))

  await press('Send the mail to fred@quillon.example again')

  expect(await (await emailRow('About fred')).findByText('Sent again')).toBeTruthy()
})

test('an answer that got lost is tried again under the same key, and the next message has another', async () => {
  const keys: string[] = []
  let isDown = true
  const resendEmail = async ({ headers }: { headers: { 'idempotency-key': string } }) => {
    keys.push(headers['idempotency-key'])
    if (isDown) throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
    return { ...waiting(), to: failed.to }
  }
  renderApp('/email', emailApi({ listEmails: listing(() => [failed, mail('failed', 'fay')]), resendEmail }))

  await press('Send the mail to fred@quillon.example again')
  await screen.findByText("We can't reach the server. Check your connection and try again.")
  await press('Send the mail to fred@quillon.example again')
  await waitFor(() => expect(keys).toHaveLength(2))
  isDown = false
  await userEvent.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] ?? document.body)
  await screen.findByText('Sending to fred@quillon.example again')
  await press('Send the mail to fay@quillon.example again')
  await waitFor(() => expect(keys).toHaveLength(4))

  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

test.each([
  ['resendEmail', 'Send the mail to fred@quillon.example again', failed],
  ['dismissEmail', 'Dismiss the mail to fred@quillon.example', failed],
  ['undoEmail', 'Undo the mail to wanda@quillon.example', waiting()],
] as const)('%s is called once by two presses in one moment', async (call, name, message) => {
  const answer = vi.fn(() => new Promise<never>(() => {}))
  renderApp('/email', emailApi({ listEmails: listing(() => [message]), [call]: answer }))
  const button = await screen.findByRole('button', { name })

  await act(async () => {
    button.click()
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

  expect(answer).toHaveBeenCalledOnce()
})

test('[D8.8] over the limit, Send again says what the plan holds, and offers the plans', async () => {
  const label = 'You’ve used all 50 emails this month. You get 50 more on Tue, Dec 1 (New York time).'
  const resendEmail = () =>
    Promise.reject(new Problem('plan-limit', label, {}, { left: 0, renewsAt: '2026-12-01T05:00:00.000Z' }))
  const app = renderApp('/email', emailApi({ listEmails: listing(() => [failed]), resendEmail }))

  await press('Send the mail to fred@quillon.example again')
  expect(await screen.findByText(label)).toBeTruthy()
  await press('See plans')

  await waitFor(() => expect(app.address()).toBe('/pricing'))
})

test('[2.40] Send again without a mailbox says that nothing can be sent yet, sends nothing, and leads to the ways', async () => {
  const resendEmail = vi.fn(async (_input: unknown) => waiting())
  renderApp(
    '/email',
    emailApi({ listEmails: listing(() => [failed]), resendEmail }, { listMailboxes: async () => [] }, unverified),
  )

  await press('Send the mail to fred@quillon.example again')

  const dialog = within(await screen.findByRole('dialog', { name: "You can't send email yet" }))
  expect(dialog.getByRole('link', { name: 'Instructions' }).getAttribute('href')).toBe('/email#instructions')
  expect(dialog.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe('/email')
  expect(resendEmail).not.toHaveBeenCalled()
})

test('Dismiss takes a message out of what needs attention, and the focus goes on to the next', async () => {
  let messages = [failed, unknown]
  const dismissEmail = vi.fn(async ({ params }: { params: { id: string } }) => {
    messages = messages.map((email) => (email.id === params.id ? { ...email, needsAttention: false } : email))
    return { ...failed, needsAttention: false }
  })
  renderApp('/email?group=attention', emailApi({ listEmails: listing(() => messages), dismissEmail }))

  await press('Dismiss the mail to fred@quillon.example')

  await waitFor(() => expect(shownSubjects()).toEqual(['About una']))
  expect(document.activeElement?.textContent).toBe('About una')
})

test('Dismiss all leaves nothing that needs attention', async () => {
  let messages = [failed, unknown]
  const dismissEmails = vi.fn(async () => {
    messages = []
    return null
  })
  const countEmails = async () => ({ waiting: 0, failed: messages.length, unknown: 0 })
  renderApp('/email?group=attention', emailApi({ listEmails: listing(() => messages), countEmails, dismissEmails }))

  await press('Dismiss all')

  expect(await screen.findByText('Nothing needs you')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss all' })).toBeNull())
})
