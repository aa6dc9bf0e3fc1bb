import type { SentEmail } from '@loadping/contract/emails/emails'
import type { LoadPage } from '@loadping/contract/loads/saved-loads'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mail } from '../../testing/email-fixtures.ts'
import { emptyPage, event, loadPageServer, template } from '../../testing/load-page-fixtures.ts'
import { maria, reefer, renderApp, signInAs } from '../../testing/render.tsx'

async function open(changes: Parameters<typeof loadPageServer>[0] = {}) {
  signInAs('Maria')
  const server = loadPageServer(changes)
  renderApp(`/loadinfo/${server.id}`, server.api)
  await screen.findByRole('region', { name: 'Ask' })
  return server
}

const sendButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const emailed = { to: 'loads@quillon.example', subject: 'Joliet to Dallas', templateName: 'Default' }

test('[2.40] a send without a mailbox opens the dialog that leads to one, and sends nothing', async () => {
  const getMe = async () => ({ ...maria, accountVerified: false })
  signInAs('Maria')
  const { api, calls, id } = loadPageServer()
  renderApp(`/loadinfo/${id}`, { ...api, account: { ...api.account, getMe } })
  await userEvent.click(await sendButton('Send $2,450'))

  const dialog = within(await screen.findByRole('dialog', { name: "You can't send email yet" }))
  expect(dialog.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe('/email')
  expect(calls.sendEmail).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await sendButton('Send $2,450')).toBeTruthy()
})

test('[D13.15] the page says why its email waits and what helps, and offers Undo', async () => {
  const email: SentEmail = {
    ...mail('queued', 'wanda'),
    mailbox: { kind: 'relay', address: maria.email },
    dueAt: new Date(Date.now() + 3_600_000).toISOString(),
    sellBy: new Date(Date.now() + 600_000).toISOString(),
    waiting: { reason: 'mailbox-limit', use: { sent: 20, cap: 20 } },
  }
  await open({ fake: { inquiries: { sendEmail: async () => email }, emails: { getEmail: async () => email } } })

  await userEvent.click(await sendButton('Send $2,450'))

  const note = await screen.findByText(/^Waiting: 20 of 20 today by LoadPing's relay\./)
  expect(within(note).getByRole('link', { name: 'Connect a mailbox' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
})

test('a retry without a response repeats its request after the page shows the email', async () => {
  const sent = { ...event('emailed'), at: new Date().toISOString(), email: { ...emailed, state: 'queued' as const } }
  let history: LoadPage['history'] = []
  const sendEmail = vi.fn(async (_request: object) => {
    history = [sent]
    throw new TypeError('Failed to fetch')
  })
  const getLoad = async () => ({ ...emptyPage, history })
  await open({ fake: { inquiries: { sendEmail }, loads: { getLoad } } })
  await userEvent.click(await sendButton('Send $2,450'))
  await screen.findByText(/it is sent once/)

  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await userEvent.click(await sendButton('Send $2,450 anyway'))

  await waitFor(() => expect(sendEmail).toHaveBeenCalledTimes(2))
  expect(sendEmail.mock.calls[1]).toEqual(sendEmail.mock.calls[0])
})

test('what was typed for the broker survives a reload until it is sent', async () => {
  const { id } = await open()
  const ask = 'Ask, as a price or formula'
  await userEvent.clear(screen.getByRole('textbox', { name: ask }))
  await userEvent.type(screen.getByRole('textbox', { name: ask }), '2725')

  const kept = () => Object.entries(localStorage).filter(([key]) => key.endsWith(`.ask.${id}`))
  expect(kept().map(([, text]) => JSON.parse(text))).toMatchObject([{ draft: { values: {}, ask: '2725' } }])
  await userEvent.click(await sendButton('Send $2,725'))
  await screen.findByText('Waiting to send')
  expect(kept()).toEqual([])
})

test("a teammate's template is listed with their name", async () => {
  const shared = { ...template, id: crypto.randomUUID(), name: 'Reefer', isDefault: false }
  const owner = { userId: crypto.randomUUID(), name: 'Owen Park' }
  await open({ fake: { templates: { listTemplates: async () => [template, { ...shared, owner }] } } })

  const choices = await screen.findByRole('combobox', { name: 'Template' })
  expect([...choices.children].map(({ textContent }) => textContent)).toContain('Reefer (Owen Park)')
})

test('[D13.17] the load page starts with the standard for its equipment, and says why', async () => {
  const standard = { ...reefer, equipment: ['van' as const] }
  await open({
    fake: {
      templates: {
        listTemplates: async () => [
          { ...reefer, id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009', name: 'Mine', isDefault: true },
          standard,
        ],
      },
    },
  })

  expect(await screen.findByText(/standard for van/)).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Template' }).value).toBe(reefer.id)
})
