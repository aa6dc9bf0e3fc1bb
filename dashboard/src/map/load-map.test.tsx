import type { TileServer } from '@loadping/contract/map/map.api'
import { fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveMapData } from '../testing/map-data.ts'
import { renderScreen } from '../testing/render.tsx'
import { LoadMap } from './map.parts.tsx'

beforeEach(() => {
  // The test's document has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(670)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(950)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const joliet = { city: 'Joliet', state: 'IL', latitude: 41.53, longitude: -88.08 }
const springfield = { city: 'Springfield', state: 'MO', latitude: 37.21, longitude: -93.29 }
const dallas = { city: 'Dallas', state: 'TX', latitude: 32.78, longitude: -96.8 }
const lane = {
  origin: { ...joliet, detail: 'Pickup Sat, Nov 21, 7–11 AM CT' },
  dest: { ...dallas, detail: 'Deliver Mon, Nov 23, by 3 PM CT' },
  points: [
    { ...joliet, highway: 'I-55' },
    { ...springfield, highway: 'I-44' },
    { ...dallas, highway: null },
  ],
  miles: 926,
  source: 'board' as const,
}

const renderMap = (tileServer: TileServer | null = null) =>
  renderScreen(
    <Suspense>
      <LoadMap {...lane} />
    </Suspense>,
    { map: { getTileServer: async () => tileServer } },
  )

// This comes first, because what is loaded is kept.
test('the route is shown and the map can be retried when its data fails to load', async () => {
  serveMapData({ fails: true })
  renderMap()

  const retry = await screen.findByRole('button', { name: 'Retry' })
  const served = serveMapData()
  fireEvent.click(retry)

  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  expect(served).toEqual(['continent.txt'])
})

test('[D10.4] the map names its lane, miles, states and highways, and requests nothing elsewhere', async () => {
  const asked = serveMapData()
  renderMap()

  const map = await screen.findByRole('application', {
    name: 'Joliet, IL to Dallas, TX, 926 miles through Illinois, Missouri, and Texas',
  })
  expect(map.getAttribute('tabindex')).toBe('0')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'I-55 from Joliet, IL to Springfield, MO',
    'I-44 from Springfield, MO to Dallas, TX',
  ])
  expect(await screen.findByText('Pickup Sat, Nov 21, 7–11 AM CT')).toBeTruthy()
  expect(asked.filter((name) => name !== 'continent.txt')).toEqual([])
  expect(addressesIn(map)).toEqual([])
})

test('keys zoom the map, and counties load only from a near zoom', async () => {
  const served = serveMapData()
  renderMap()
  const map = await screen.findByRole('application')
  const zoomIn = await screen.findByRole('button', { name: 'Zoom in' })

  expect(served).not.toContain('towns.txt')
  for (let key = 0; key < 12; key++) fireEvent.keyDown(map, { key: '+' })

  await vi.waitFor(() => expect(zoomIn.hasAttribute('disabled')).toBe(true))
  await vi.waitFor(() => expect(served).toContain('towns.txt'))
})

test('[D10.4] a configured tile server replaces the drawing with its credit, until it is switched off', async () => {
  serveMapData()
  renderMap({ url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'Tiles by Example' })
  const map = await screen.findByRole('application')

  expect(await screen.findByText('Tiles by Example')).toBeTruthy()
  await vi.waitFor(() => expect(addressesIn(map).length).toBeGreaterThan(4))
  for (const address of addressesIn(map)) expect(address).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/)

  fireEvent.error(map.querySelector('img') ?? map)
  expect(await screen.findByText("Part of the detailed map didn't load.")).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Detailed map', pressed: true }))
  await vi.waitFor(() => expect(addressesIn(map)).toEqual([]))
  expect(screen.queryByText('Tiles by Example')).toBeNull()
})

const addressesIn = (map: HTMLElement): string[] => [...map.querySelectorAll('img')].map(({ src }) => src)
