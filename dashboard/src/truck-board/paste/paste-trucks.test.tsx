import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monday } from '../../testing/handover-fixtures.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'
import { lena, ray, truckBoardServer } from '../../testing/truck-board-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  signInAs('Maria')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) // tests have no layout
})
afterEach(() => vi.useRealTimers())

async function openDialog(trucksAmount = 20) {
  const server = truckBoardServer({ trucks: [ray, lena] }, trucksAmount)
  const app = renderApp('/trucks?paste', server.api)
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste trucks' }))
  const paste = async (text: string) => {
    await userEvent.click(dialog.getByRole('textbox', { name: 'Lines of trucks' }))
    await userEvent.paste(text)
  }
  return { ...server, ...app, dialog, paste }
}

test('[D12.13] pasted trucks are added, those of the same name changed, and undo takes all back', async () => {
  const { calls, dialog, paste, address } = await openDialog()

  await paste('112 Abdi, van, Memphis, TN, 9 PM, 3:20\n104 ray, Topeka, KS')
  expect(dialog.getByRole('status').textContent).toBe('1 new truck, 1 truck to change')
  await userEvent.click(dialog.getByRole('button', { name: 'Save 2 trucks' }))

  expect(await screen.findByText('2 trucks saved')).toBeTruthy()
  expect(calls.saveTrucks.mock.calls[0]?.[0].body.trucks).toEqual([
    { ...ray.truck, place: { city: 'Topeka', state: 'KS' } },
    lena.truck,
    expect.objectContaining({
      name: '112 Abdi',
      equipment: 'van',
      place: { city: 'Memphis', state: 'TN' },
      emptyAt: '2026-11-24T03:00:00.000Z',
      driveMinutes: 200,
      isCurrent: false,
    }),
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/trucks')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls.saveTrucks.mock.calls[1]?.[0].body.trucks).toEqual([ray.truck, lena.truck]))
})

test('[D12.13] what a line says unclearly is named and left out', async () => {
  const { dialog, paste } = await openDialog()

  await paste('112 Abdi, van, Memphis, Olathe, KS, 9 PM PST')
  expect(
    await dialog.findByText('Not understood: “Memphis”; empty time “9 PM PST”: write it as Tue 6:30 PM'),
  ).toBeTruthy()
})

test('[D12.13] more trucks than the profile says are named and not saved', async () => {
  const { calls, dialog, paste } = await openDialog(3)

  await paste('112 Abdi\n115 Cole\n118 Marta')
  expect(
    dialog.getByText(/2 more trucks would be above the 3 of your business profile: 115 Cole, 118 Marta/),
  ).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save 1 truck' }))
  await waitFor(() => expect(calls.saveTrucks).toHaveBeenCalledOnce())
  expect(calls.saveTrucks.mock.calls[0]?.[0].body.trucks.map(({ name }) => name)).toEqual([
    '104 Ray',
    '107 Lena',
    '112 Abdi',
  ])
})

test('[D12.13] a file is read like pasted lines', async () => {
  const { dialog } = await openDialog()

  const file = new File(['truck;place\n112 Abdi;Memphis, TN\n'], 'trucks.csv', { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText('File with trucks'), file)
  expect(await dialog.findByText('1 new truck')).toBeTruthy()
})
