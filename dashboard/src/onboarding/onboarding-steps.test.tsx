import { brokerDefaultTemplate } from '@loadping/contract/templates/default-template'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { textIn, typeAtEnd } from '../testing/editor.ts'
import { hideMarker, showMarker } from '../testing/marker.ts'
import { defaultTemplate, newUser, press } from '../testing/onboarding.ts'
import { renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))
afterEach(hideMarker)

const withNumber = { ...defaultTemplate, template: '<p>Hi {{company}}, MC# 123456</p>' }
const warning = 'This template has no MC number'
const dialog = (name: string) => screen.findByRole('dialog', { name })
const templateStep = () => dialog('Check your Default template')
const pinStep = () => dialog('Pin the extension and start')

/** Opens the template step of a new user. */
async function openTemplate(user: ReturnType<typeof newUser>) {
  renderApp('/', user.api)
  await press('Next')
  await templateStep()
}

test('[2.38] [4.9] the three steps follow on Next, and Back shows the one before', async () => {
  renderApp('/', newUser(withNumber).api)
  const current = () =>
    screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent

  const first = within(await dialog('Tell us how you work'))
  expect(within(first.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')).toHaveLength(3)
  expect(current()).toBe('1Create account')
  await press('Next')
  await templateStep()
  expect(current()).toBe('2Edit template')
  await press('Next')
  await pinStep()
  expect(current()).toBe('3Pin and Start')
  await press('Back')
  await templateStep()
  await press('Back')

  await dialog('Tell us how you work')
  expect(current()).toBe('1Create account')
})

test('[4.9] Finish is disabled until the hint is closed', async () => {
  renderApp('/', newUser(withNumber).api)
  await press('Next')
  await press('Next')
  await pinStep()
  const finish = screen.getByRole<HTMLButtonElement>('button', { name: 'Finish' })

  expect(finish.disabled).toBe(true)
  await press('Got it')
  expect(finish.disabled).toBe(false)
  await userEvent.click(finish)

  await dialog('Welcome to LoadPing')
})

test("[4.9] with the extension's marker the hint counts as closed", async () => {
  showMarker()
  renderApp('/', newUser(withNumber).api)
  await press('Next')
  await press('Next')
  await pinStep()

  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull()
  await press('Finish')
  await dialog('Welcome to LoadPing')
})

test('what the first step was told survives a reload, and is forgotten once it is saved', async () => {
  const user = newUser()
  renderApp('/', user.api)
  await userEvent.type(await screen.findByRole('textbox', { name: 'MC number optional' }), '123456')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Truckstop' }))
  cleanup()

  renderApp('/', user.api)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'MC number optional' })).value).toBe('123456')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Truckstop' }).checked).toBe(true)
  await press('Next')
  await templateStep()
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
})

test('[D9.1] company, MC and USDOT number are optional, and kept in the profile', async () => {
  const user = newUser()
  renderApp('/', user.api)

  await userEvent.type(await screen.findByRole('textbox', { name: 'Company optional' }), 'Redbud Carriers')
  await userEvent.type(screen.getByRole('textbox', { name: 'MC number optional' }), 'MC-123456')
  await press('Next')
  await templateStep()

  expect(user.saveProfile).toHaveBeenCalledExactlyOnceWith({ body: { company: 'Redbud Carriers', mc: '123456' } })
  expect(await screen.findByText(/^MC number found\./)).toBeTruthy()
  await press('Back')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'MC number optional' })).value).toBe('123456')
})

test('a wrong MC number is explained at its field, and nothing is saved', async () => {
  const user = newUser()
  renderApp('/', user.api)

  await userEvent.type(await screen.findByRole('textbox', { name: 'MC number optional' }), '12')
  await press('Next')

  expect(await screen.findByText('Enter the 4 to 8 digits of your MC number')).toBeTruthy()
  expect(user.saveUserInfo).not.toHaveBeenCalled()
})

test('a company name of 200 letters is refused with how long it may be', async () => {
  const user = newUser()
  renderApp('/', user.api)

  await userEvent.click(await screen.findByRole('textbox', { name: 'Company optional' }))
  await userEvent.paste('x'.repeat(200))
  await press('Next')

  expect(await screen.findByText('At most 100 characters')).toBeTruthy()
  expect(user.saveUserInfo).not.toHaveBeenCalled()
})

test('[5.3] [4.11] Next warns if the template has no MC number, and Continue goes on', async () => {
  const user = newUser({ ...defaultTemplate, template: '<p>Hi {{company}}, USDOT 1234567</p>' })
  await openTemplate(user)

  expect(screen.queryByText(warning)).toBeNull()
  await press('Next')
  expect((await screen.findByRole('alert')).textContent).toContain('Add a line such as “MC 123456”.')
  await press('Continue')

  await pinStep()
  expect(user.updateTemplate).not.toHaveBeenCalled()
})

test('[5.3] the warning tells a user without an MC number in the profile where to enter it', async () => {
  await openTemplate(newUser())

  await press('Next')

  expect((await screen.findByRole('alert')).textContent).toContain('go back and enter it')
})

test('[5.3] a template with an MC number goes on without a warning', async () => {
  await openTemplate(newUser(withNumber))

  expect(await screen.findByText('MC number found. Brokers can answer without asking back.')).toBeTruthy()
  await press('Next')

  await pinStep()
})

test('[5.3] [4.11] Change Template opens the editor, and the number typed there is saved on Next', async () => {
  const user = newUser({ ...defaultTemplate, template: '<p>Hi</p>' })
  await openTemplate(user)
  await press('Next')

  await press('Change Template')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Message'))
  expect(screen.queryByText(warning)).toBeNull()
  await typeAtEnd('Message', ', MC 123456')
  await press('Next')

  await pinStep()
  expect(user.updateTemplate).toHaveBeenCalledExactlyOnceWith({
    params: { id: defaultTemplate.id },
    body: expect.objectContaining({ template: '<p>Hi, MC 123456</p>', version: 1 }),
  })
})

test('[8.4] a failed save stays at the template and keeps what was typed', async () => {
  const user = newUser(withNumber)
  user.updateTemplate.mockRejectedValueOnce(new Problem('unavailable', 'x'))
  await openTemplate(user)
  await press('Edit')
  await typeAtEnd('Message', '!')
  await press('Next')

  expect(await screen.findByText('Error while updating')).toBeTruthy()
  expect(await textIn('Message')).toBe('Hi {{company}}, MC# 123456!')
  await press('Next')
  await pinStep()
})

test('an unknown placeholder is explained, and Next waits until it is gone', async () => {
  const user = newUser(withNumber)
  await openTemplate(user)
  await press('Edit')
  await typeAtEnd('Message', ' {{pickup}} ')
  await press('Next')

  expect(await screen.findByText(/pickup/, { selector: '[role=alert] *' })).toBeTruthy()
  expect(user.updateTemplate).not.toHaveBeenCalled()
  await templateStep()
})

test('[5.4] a reload keeps the step and what was typed in the template', async () => {
  const user = newUser(withNumber)
  await openTemplate(user)
  await press('Edit')
  await typeAtEnd('Message', ', call us')
  window.dispatchEvent(new Event('pagehide'))
  cleanup()

  renderApp('/', user.api)
  await templateStep()
  expect(await textIn('Message')).toBe('Hi {{company}}, MC# 123456, call us')
})

test('[4.11] [8.5] for a broker, Next saves the broker text as the Default template', async () => {
  const user = newUser({ ...defaultTemplate, ...brokerDefaultTemplate })
  user.updateTemplate.mockRejectedValueOnce(new Problem('unavailable', 'x'))
  renderApp('/', user.api)
  await userEvent.click(await screen.findByRole('radio', { name: /Broker/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'MC number optional' }), '123456')
  await press('Next')
  await templateStep()

  await press('Next')
  expect(await screen.findByText('Error while creating default template')).toBeTruthy()
  await templateStep()
  await press('Next')
  expect(await screen.findByText('Default template created')).toBeTruthy()

  await pinStep()
  expect(user.updateTemplate).toHaveBeenLastCalledWith({
    params: { id: defaultTemplate.id },
    body: expect.objectContaining(brokerDefaultTemplate),
  })
})
