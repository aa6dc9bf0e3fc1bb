import type { SentEmail } from '@loadping/contract/emails/emails'
import type { SendSettings } from '@loadping/contract/inquiries/inquiries'
import { Problem } from '@loadping/contract/wire/problem'
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

test('Undo cancels a waiting email, and its row shows that', async () => {
  let email = waiting()
  const undoEmail = vi.fn(async () => {
    email = { ...email, state: 'undone', dueAt: null }
    return email
  })
  renderApp('/email', emailApi({ listEmails: listing(() => [email]), undoEmail }))

  await press('Undo email to wanda@quillon.example')

  expect(await screen.findByText("Undone. wanda@quillon.example won't get this email.")).toBeTruthy()
  expect((await emailRow('About wanda')).getByText('Undone')).toBeTruthy()
  expect(undoEmail).toHaveBeenCalledExactlyOnceWith({ params: { id: email.id } })
  expect(document.activeElement?.textContent).toBe('About wanda')
})

test('an undo that comes too late shows why, and the row shows the new state', async () => {
  let email = waiting()
  const undoEmail = () => {
    email = { ...email, state: 'sent', dueAt: null }
    return Promise.reject(new Problem('too-late', 'Too late to undo. This email is already on its way.'))
  }
  renderApp('/email', emailApi({ listEmails: listing(() => [email]), undoEmail }))

  await press('Undo email to wanda@quillon.example')

  expect(await screen.findByText('Too late to undo. This email is already on its way.')).toBeTruthy()
  expect(await (await emailRow('About wanda')).findByText('Email sent')).toBeTruthy()
})

test('[D13.21] an email that is held after a restore has no Undo, and says who decides', async () => {
  const held: SentEmail = { ...waiting(), waiting: { reason: 'pause', use: null, isHeld: true } }
  renderApp('/email', emailApi({ listEmails: listing(() => [held]) }))

  expect(await screen.findByText(/held after a restore, an administrator decides/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo email to wanda@quillon.example' })).toBe(null)
})

test('[E23] resending a failed email uses a new key and can be undone', async () => {
  const resent: SentEmail = { ...waiting(), to: failed.to }
  const resendEmail = vi.fn(async (_input: unknown) => resent)
  let listed = failed
  const undoEmail = vi.fn(async (_input: unknown) => {
    listed = { ...failed, resendUndoneAt: new Date().toISOString() }
    return { ...resent, state: 'undone' as const }
  })
  renderApp('/email', emailApi({ listEmails: listing(() => [listed]), resendEmail, undoEmail }))

  await press('Resend email to fred@quillon.example')
  await screen.findByText('Resending to fred@quillon.example')

  const key = expect.stringMatching(/^[\w-]{16,64}$/)
  expect(resendEmail).toHaveBeenCalledExactlyOnceWith({
    params: { id: failed.id },
    headers: { 'idempotency-key': key },
  })
  await press('Undo')
  await waitFor(() => expect(undoEmail).toHaveBeenCalledExactlyOnceWith({ params: { id: resent.id } }))
  expect(await screen.findByText(/^You undid the resend, .+ It can be resent\.$/)).toBeTruthy()
  await press('Resend email to fred@quillon.example')
  await waitFor(() => expect(resendEmail).toHaveBeenCalledTimes(2))
  const keys = resendEmail.mock.calls.map(([input]) => JSON.stringify(input))
  expect(keys[0]).not.toBe(keys[1])
})

test('[E04] an email that may have been sent is resent only after a confirmation', async () => {
  const resendEmail = vi.fn(async (_input: unknown) => ({ ...waiting(), to: unknown.to }))
  renderApp('/email', emailApi({ listEmails: listing(() => [unknown]), resendEmail }))
  const question = 'The recipient may already have this email. Resend it?'
  const choose = async (name: string) =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

  expect((await emailRow('About una')).getByText('May have been sent')).toBeTruthy()
  await press('Resend email to una@quillon.example')
  expect(await screen.findByText(question)).toBeTruthy()
  await choose('Cancel')
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  expect(resendEmail).not.toHaveBeenCalled()

  await press('Resend email to una@quillon.example')
  await choose('Resend')
  await waitFor(() => expect(resendEmail).toHaveBeenCalledOnce())
})

test('[D12.6] a late email says so and offers Send anyway, one that is retried offers Retry now', async () => {
  const late = mail('failed', 'lea', { failureCode: 'too-late', failure: 'It could not be sent in time. 421 busy' })
  const due = { dueAt: '2126-11-20T19:41:00.000Z', sellBy: '2126-11-20T19:45:00.000Z' }
  let tried = mail('queued', 'tia', { ...due, waitsFor: 'retry', failure: '421 busy' })
  const paused = mail('queued', 'pia', { ...due, waitsFor: 'pause', waiting: { reason: 'pause', use: null } })
  const retryEmail = vi.fn(async (_input: unknown) => {
    tried = { ...tried, state: 'sent', dueAt: null, sellBy: null, waitsFor: null, failure: null }
    return tried
  })
  const resendEmail = vi.fn(async (_input: unknown) => ({ ...waiting(), to: late.to }))
  const saveSendSettings = vi.fn(async ({ body }: { body: SendSettings }) => body)
  const emails = { listEmails: listing(() => [late, tried, paused]), retryEmail, resendEmail, saveSendSettings }
  renderApp('/email', emailApi(emails))

  expect((await emailRow('About lea')).getByText('Not sent: too late')).toBeTruthy()
  expect((await emailRow('About pia')).getByText(/^Waiting: LoadPing paused sending\. Waits until/)).toBeTruthy()
  expect((await emailRow('About pia')).queryByRole('button', { name: /^Retry/ })).toBeNull()
  await press('Send anyway: email to lea@quillon.example')
  await press('Retry now: email to tia@quillon.example')
  expect(await (await emailRow('About tia')).findByText('Email sent')).toBeTruthy()
  expect(retryEmail).toHaveBeenCalledExactlyOnceWith({ params: { id: tried.id } })
  expect(resendEmail).toHaveBeenCalledOnce()

  const choices = within(screen.getByRole('radiogroup', { name: 'Stop trying after' }))
  await userEvent.click(choices.getByRole('radio', { name: '30 min' }))
  expect(await screen.findByText('Emails are sent within 30 minutes or not at all')).toBeTruthy()
  expect(saveSendSettings).toHaveBeenCalledExactlyOnceWith({ body: { sellByMinutes: 30 } })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '30 min' }).checked).toBe(true)
})

test('an email that was resent shows that, and cannot be resent again', async () => {
  renderApp(
    '/email',
    emailApi({ listEmails: listing(() => [{ ...failed, needsAttention: false, resentAs: sent.id }]) }),
  )

  expect((await emailRow('About fred')).getByText('Resent')).toBeTruthy()
  expect((await emailRow('About fred')).queryByRole('button', { name: /^Resend/ })).toBeNull()
})

test('an email already resent in another tab shows that, and the list shows the new email', async () => {
  let emails = [failed]
  const refusal = 'This email was already resent.'
  const resendEmail = () => {
    emails = [waiting(), { ...failed, needsAttention: false, resentAs: waiting().id }]
    return Promise.reject(new Problem('too-late', refusal))
  }
  renderApp('/email', emailApi({ listEmails: listing(() => emails), resendEmail }))

  await press('Resend email to fred@quillon.example')

  expect(await screen.findByText(refusal)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Undo email to wanda@quillon.example' })).toBeTruthy()
  expect((await emailRow('About fred')).queryByRole('button', { name: /^Resend/ })).toBeNull()
})

test('a resend rejected by the limit still refreshes the row', async () => {
  let emails = [failed]
  const resendEmail = () => {
    emails = [{ ...failed, needsAttention: false, resentAs: sent.id }]
    return Promise.reject(new Problem('plan-limit', "You've used all 50 emails this month."))
  }
  renderApp('/email', emailApi({ listEmails: listing(() => emails), resendEmail }))

  await press('Resend email to fred@quillon.example')

  expect(await (await emailRow('About fred')).findByText('Resent')).toBeTruthy()
})

test('a resend without a response is retried with the same key; another email has its own', async () => {
  const keys: string[] = []
  let isDown = true
  const resendEmail = async ({ headers }: { headers: { 'idempotency-key': string } }) => {
    keys.push(headers['idempotency-key'])
    if (isDown) throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
    return { ...waiting(), to: failed.to }
  }
  renderApp('/email', emailApi({ listEmails: listing(() => [failed, mail('failed', 'fay')]), resendEmail }))

  await press('Resend email to fred@quillon.example')
  await screen.findByText("We can't reach the server. Check your connection and try again.")
  await press('Resend email to fred@quillon.example')
  await waitFor(() => expect(keys).toHaveLength(2))
  isDown = false
  await userEvent.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] ?? document.body)
  await screen.findByText('Resending to fred@quillon.example')
  await press('Resend email to fay@quillon.example')
  await waitFor(() => expect(keys).toHaveLength(4))

  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

test.each([
  ['resendEmail', 'Resend email to fred@quillon.example', failed],
  ['dismissEmail', 'Dismiss email to fred@quillon.example', failed],
  ['undoEmail', 'Undo email to wanda@quillon.example', waiting()],
] as const)('%s is called once for two quick clicks', async (call, name, email) => {
  const answer = vi.fn(() => new Promise<never>(() => {}))
  renderApp('/email', emailApi({ listEmails: listing(() => [email]), [call]: answer }))
  const button = await screen.findByRole('button', { name })

  await act(async () => {
    button.click()
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

  expect(answer).toHaveBeenCalledOnce()
})

test('[D8.8] over the limit, Resend shows what the plan includes and offers the plans', async () => {
  const label = "You've used all 50 emails this month. You get 50 more on Tue, Dec 1 (New York time)."
  const resendEmail = () =>
    Promise.reject(new Problem('plan-limit', label, {}, { left: 0, renewsAt: '2026-12-01T05:00:00.000Z' }))
  const app = renderApp('/email', emailApi({ listEmails: listing(() => [failed]), resendEmail }))

  await press('Resend email to fred@quillon.example')
  expect(await screen.findByText(label)).toBeTruthy()
  await press('See plans')

  await waitFor(() => expect(app.address()).toBe('/pricing'))
})

test('[2.40] Resend without a mailbox sends nothing and links to the instructions', async () => {
  const resendEmail = vi.fn(async (_input: unknown) => waiting())
  renderApp(
    '/email',
    emailApi({ listEmails: listing(() => [failed]), resendEmail }, { listMailboxes: async () => [] }, unverified),
  )

  await press('Resend email to fred@quillon.example')

  const dialog = within(await screen.findByRole('dialog', { name: "You can't send email yet" }))
  expect(dialog.getByRole('link', { name: 'Instructions' }).getAttribute('href')).toBe('/email/connect')
  expect(dialog.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe('/email')
  expect(resendEmail).not.toHaveBeenCalled()
})

test('Dismiss removes an email from Needs attention, and the focus moves to the next', async () => {
  let emails = [failed, unknown]
  const dismissEmail = vi.fn(async ({ params }: { params: { id: string } }) => {
    emails = emails.map((email) => (email.id === params.id ? { ...email, needsAttention: false } : email))
    return { ...failed, needsAttention: false }
  })
  renderApp('/email?group=attention', emailApi({ listEmails: listing(() => emails), dismissEmail }))

  await press('Dismiss email to fred@quillon.example')

  await waitFor(() => expect(shownSubjects()).toEqual(['About una']))
  expect(document.activeElement?.textContent).toBe('About una')
})

test('Dismiss all empties Needs attention', async () => {
  let emails = [failed, unknown]
  const dismissEmails = vi.fn(async () => {
    emails = []
    return null
  })
  const countEmails = async () => ({ waiting: 0, failed: emails.length, unknown: 0 })
  renderApp('/email?group=attention', emailApi({ listEmails: listing(() => emails), countEmails, dismissEmails }))

  await press('Dismiss all')

  expect(await screen.findByText("You're all caught up")).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss all' })).toBeNull())
})
