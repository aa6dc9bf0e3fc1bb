import { addDays, formatPickupDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeApi, maria, renderScreen } from '../../testing/render.tsx'
import { PasteLoadDialog } from './paste-load-dialog.tsx'
import { PasteLoadButton, usePasteLoad } from './pasted-load.parts.tsx'

type Save = NonNullable<FakeApi['loads']>['saveLoad'] & {}

const day = (days: number) => addDays(newYorkDay(new Date()), days)
const answer = (load: Parameters<Save>[0]['body']['load']): Awaited<ReturnType<Save>> => ({
  id: '5f0b3c1e-1111-4222-8333-444455556666',
  userId: maria.userId,
  facts: load,
  equipmentClass: null,
  status: 'saved',
  outcome: null,
  askCents: null,
  contactedAt: null,
  note: null,
  firstSeenAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
})

async function open(saveLoad: Save = async ({ body }) => answer(body.load)) {
  const onClose = vi.fn()
  renderScreen(<PasteLoadDialog pasted="" onClose={onClose} />, {
    account: { getMe: async () => maria },
    loads: { saveLoad },
  })
  const dialog = within(await screen.findByRole('dialog'))
  const text = dialog.getByLabelText('Text')
  const type = (value: string) => fireEvent.change(text, { target: { value } })
  const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label)
  return { dialog, text, type, field, onClose }
}

test('[D5.6] a pasted message shows field by field what was understood, and its text', async () => {
  const { dialog, type, field } = await open()

  type('tmrw 8am Joliet→Dallas 53 van 44k $2400 all in')

  expect((await dialog.findByLabelText<HTMLInputElement>('Origin')).value).toBe('Joliet, IL')
  expect(field('Destination').value).toBe('Dallas, TX')
  expect(field('Pickup').value).toBe(`${formatPickupDay(day(1))} 8 AM`)
  expect(dialog.getByText('“tmrw 8am”')).toBeTruthy()
  expect(field('Weight (lb)').value).toBe('44,000')
  expect(dialog.getByText('“44k”')).toBeTruthy()
  expect(field('Equipment').value).toBe('V')
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('Dallas')
})

function PastePage() {
  const { open, dialog } = usePasteLoad()
  return (
    <>
      <input aria-label="Search" />
      <PasteLoadButton onPress={open} />
      {dialog}
    </>
  )
}

test('[D5.6] the key P, or a paste outside of fields, opens the dialog', async () => {
  renderScreen(<PastePage />, { account: { getMe: async () => maria } })
  const clipboardData = { getData: () => 'Waco, TX to Tyler, TX' }

  await userEvent.keyboard('p')
  const dialog = await screen.findByRole('dialog', { name: 'Paste a load' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  fireEvent.paste(screen.getByRole('textbox', { name: 'Search' }), { clipboardData })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.paste(document.body, { clipboardData })

  expect((await screen.findByLabelText<HTMLInputElement>('Origin')).value).toBe('Waco, TX')
})

test('[D5.6] of a text that is too long, the beginning is read, and the dialog says so', async () => {
  const { dialog, type, field } = await open()

  type('Reno, NV to Boise, ID'.padEnd(100_000, ' x'))

  expect(await dialog.findByText('The text is too long.')).toBeTruthy()
  expect(field('Origin').value).toBe('Reno, NV')
})

test('[D5.6] the text of the field that is corrected stands out', async () => {
  const { dialog, type } = await open()
  type('Reno, NV to Boise, ID $1,160')

  await userEvent.click(await dialog.findByLabelText('Rate'))

  expect(document.querySelector('mark[data-current]')?.textContent).toBe('$1,160')
})

test('[D5.6] a state that the text leaves out is asked for, then the load is saved as corrected', async () => {
  const saveLoad = vi.fn<Save>(async ({ body }) => answer(body.load))
  const { dialog, type, field, onClose } = await open(saveLoad)
  type('Springfield to Miami, van, tomorrow, hazmat, $1,100')
  await userEvent.click(await dialog.findByRole('button', { name: 'Save load' }))

  expect(await dialog.findByText('Write the city and the state, such as Joliet, IL.')).toBeTruthy()
  expect(saveLoad).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field('Origin'))

  await userEvent.clear(field('Origin'))
  await userEvent.type(field('Origin'), 'springfield il')
  await userEvent.clear(field('Rate'))
  await userEvent.type(field('Rate'), '2.65/mi')
  await userEvent.click(dialog.getByRole('button', { name: 'Save load' }))

  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(saveLoad.mock.calls[0]?.[0].body).toEqual({
    load: {
      origin: { city: 'Springfield', state: 'IL' },
      dest: { city: 'Miami', state: 'FL' },
      pickupDay: day(1),
      equipment: 'V',
      rate: { cents: 265, basis: 'per-mile' },
    },
    note: 'Hazmat',
  })
})

test('[D5.6] the loads of a list are saved one after the other', async () => {
  const saveLoad = vi.fn<Save>(async ({ body }) => answer(body.load))
  const { dialog, type, field, onClose } = await open(saveLoad)
  type('Reno, NV to Boise, ID $1,160\nReno, NV to Elko, NV $850')

  expect(await dialog.findByText('2 loads in this text')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save load 1 of 2' }))
  await vi.waitFor(() => expect(field('Destination').value).toBe('Elko, NV'))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Save load 2 of 2' }))

  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(saveLoad.mock.calls.map(([{ body }]) => body.load.dest.city)).toEqual(['Boise', 'Elko'])
})

test('[D5.6] text and corrections stay on this device until the load is saved, also when saving fails', async () => {
  const failing = await open(async () => {
    throw new Problem('busy', 'The server failed.')
  })
  failing.type('Reno, NV to Boise, ID')
  await userEvent.type(await failing.dialog.findByLabelText('Company'), 'Tamarack')
  await userEvent.click(failing.dialog.getByRole('button', { name: 'Save load' }))
  expect(await failing.dialog.findByRole('alert')).toBeTruthy()
  cleanup()

  const again = await open()
  expect(again.field('Text').value).toBe('Reno, NV to Boise, ID')
  expect(again.field('Company').value).toBe('Tamarack')
  await userEvent.click(again.dialog.getByRole('button', { name: 'Save load' }))
  await vi.waitFor(() => expect(again.onClose).toHaveBeenCalled())
  cleanup()

  expect((await open()).field('Text').value).toBe('')
})

test('[D5.6] text that is pasted beside the fields is read too', async () => {
  const { dialog, field } = await open()

  fireEvent.paste(dialog.getByRole('button', { name: 'Close' }), {
    clipboardData: { getData: () => 'Waco, TX to Tyler, TX' },
  })

  expect((await dialog.findByLabelText<HTMLInputElement>('Origin')).value).toBe('Waco, TX')
  expect(field('Text').value).toBe('Waco, TX to Tyler, TX')
})

test.each([
  ['Thanks, talk tomorrow!', 'No load found in this text.'],
  ['Toronto, ON to Ottawa, ON, $1,100 CAD', 'The rate is in Canadian dollars.'],
])('[D5.6] of “%s” it says: %s', async (message, title) => {
  const { dialog, type } = await open()

  type(message)

  expect(await dialog.findByText(title)).toBeTruthy()
})
