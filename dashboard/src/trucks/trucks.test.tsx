import { noCosts } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { carrier, type FakeApi, renderScreen } from '../testing/render.tsx'
import { fakeTrucks, truck104 } from '../testing/truck-fixtures.ts'
import { CostsCard } from './costs.parts.tsx'
import { TrucksCard } from './trucks.parts.tsx'

const chattanooga = { ...truck104, id: truck104.id.replace('104', '107'), name: '107 Lena', isCurrent: false }

function show(fake: FakeApi, trucksAmount = 3) {
  const account = { getUserInfo: async () => ({ ...carrier, trucksAmount }) }
  renderScreen(
    <Suspense>
      <TrucksCard />
      <CostsCard />
    </Suspense>,
    { account, ...fake },
  )
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('[D5.8] [D9.5] a truck is added with its place, time and hours, and the first one is current', async () => {
  const fake = fakeTrucks([])
  show(fake)

  await press('Add a truck')
  await userEvent.type(await field('Name'), '104 Ray')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Equipment' }), 'Reefer')
  await userEvent.type(screen.getByLabelText('Empty in'), 'Elgin, Illinois')
  await userEvent.type(screen.getByLabelText('Empty at'), '2026-11-21T14:00')
  await userEvent.type(await field('Driving, of 11 h'), '8:30')
  await userEvent.type(await field('Window, of 14 h'), '10')
  await userEvent.type(await field('Cycle, of 70 h'), '46.5')
  await press('Save truck')

  expect(await screen.findByText('Truck saved')).toBeTruthy()
  expect(fake.trucks.saveTrucks).toHaveBeenCalledExactlyOnceWith({
    body: {
      trucks: [
        {
          id: expect.any(String),
          name: '104 Ray',
          equipment: 'reefer',
          place: { city: 'Elgin', state: 'IL' },
          emptyAt: '2026-11-21T20:00:00.000Z',
          driveMinutes: 510,
          windowMinutes: 600,
          cycleMinutes: 2_790,
          isCurrent: true,
        },
      ],
    },
  })
  expect(
    screen.getByText('Empty in Elgin, IL, Sat, Nov 21, 2 PM CST · 8:30 driving, 10:00 window, 46:30 cycle left'),
  ).toBeTruthy()
})

test('a place in a state with two time zones is looked up', async () => {
  const place = { city: 'Chattanooga', state: 'TN' }
  const known = {
    ...place,
    country: 'US' as const,
    postalCode: null,
    address: null,
    latitude: 35.05,
    longitude: -85.31,
  }
  const fake = fakeTrucks([{ ...chattanooga, place }])
  show({ ...fake, places: { ...fake.places, geocode: async () => known } })

  expect(await screen.findByText(/Empty in Chattanooga, TN, Sat, Nov 21, 3 PM EST/)).toBeTruthy()
})

test('wrong values are refused at their fields, and what was typed stays', async () => {
  const fake = fakeTrucks()
  show(fake)

  await press('Edit 104 Ray')
  await userEvent.clear(await field('Name'))
  await userEvent.clear(screen.getByLabelText('Empty in'))
  await userEvent.type(screen.getByLabelText('Empty in'), 'Elgin')
  await userEvent.clear(await field('Driving, of 11 h'))
  await userEvent.type(await field('Driving, of 11 h'), '12')
  await press('Save truck')

  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'Name the truck, such as its number',
    'Enter a city and state, such as Elgin, IL',
    'At most 11:00',
  ])
  expect(fake.trucks.saveTrucks).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Empty in').value).toBe('Elgin')
})

test('a closed or failed dialog keeps what was typed', async () => {
  const fake = fakeTrucks()
  const saveTrucks = () => Promise.reject(new Problem('unavailable', 'x'))
  show({ ...fake, trucks: { ...fake.trucks, saveTrucks } })

  await press('Edit 104 Ray')
  await userEvent.type(await field('Name'), ' Jr')
  await press('Save truck')
  expect(await screen.findByRole('alert')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await press('Edit 104 Ray')

  expect((await field('Name')).value).toBe('104 Ray Jr')
})

test('[D5.8] a truck that is made current replaces the one before', async () => {
  const fake = fakeTrucks([truck104, chattanooga])
  show(fake)

  await press('Make 107 Lena the current truck')

  await waitFor(() => expect(screen.getByText('Current').closest('li')?.textContent).toContain('107 Lena'))
  expect(fake.trucks.saveTrucks).toHaveBeenCalledExactlyOnceWith({
    body: {
      trucks: [
        { ...truck104, isCurrent: false },
        { ...chattanooga, isCurrent: true },
      ],
    },
  })
})

test('a removed truck comes back with undo', async () => {
  const fake = fakeTrucks([truck104, chattanooga])
  show(fake)

  await press('Remove 104 Ray')
  await press('Undo')

  await waitFor(() =>
    expect(fake.trucks.saveTrucks).toHaveBeenLastCalledWith({ body: { trucks: [truck104, chattanooga] } }),
  )
})

test('as many trucks can be added as the business profile says', async () => {
  show(fakeTrucks(), 1)

  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Add a truck' })).disabled).toBe(true)
  expect(screen.getByText('Raise your number of trucks under Business to add more.')).toBeTruthy()
})

test('[D9.5] costs of the chosen kind are saved in cents, and the others stay as they were', async () => {
  const fake = fakeTrucks([], { ...noCosts, perMileCents: 192 })
  show(fake)

  const costs = within(await screen.findByRole('region', { name: 'Costs' }))
  expect(costs.getByRole<HTMLInputElement>('textbox', { name: 'Cost per mile, $' }).value).toBe('1.92')
  await userEvent.click(costs.getByRole('radio', { name: 'Fuel, driver and the rest' }))
  await userEvent.type(await field('Miles per gallon'), '6.5')
  await userEvent.type(await field('Driver per mile, $'), '$0.62')
  await userEvent.type(await field('Fees, % of the rate'), '2.75%{Enter}')

  expect(await screen.findByText('Costs saved')).toBeTruthy()
  expect(fake.trucks.saveCosts).toHaveBeenCalledExactlyOnceWith({
    body: {
      ...noCosts,
      basis: 'detailed',
      perMileCents: 192,
      milesPerGallon: 6.5,
      driverPerMileCents: 62,
      feesPercent: 2.75,
    },
  })
})

test('a cost that is no amount is refused at its field', async () => {
  const fake = fakeTrucks()
  show(fake)

  await userEvent.type(await field('Cost per mile, $'), 'two{Enter}')

  expect((await screen.findByRole('alert')).textContent).toBe('Enter dollars such as 1.92')
  expect(fake.trucks.saveCosts).not.toHaveBeenCalled()
})
