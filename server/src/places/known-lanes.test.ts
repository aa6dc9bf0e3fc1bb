import { milesBetween } from '@loadping/contract/places/great-circle'
import { expect, test } from 'vitest'
import { getDistance } from './distance.service.ts'
import { knownLanes, sources } from './known-lanes.cases.ts'

const offline = { geocoder: undefined, roadRouter: undefined }
const toPlace = (text: string) => {
  const [city = '', state = ''] = text.split(', ')
  return { city, state }
}

test('[D10.3] on known lanes the estimated miles are off by at most 3 % on average', async () => {
  const lanes = await Promise.all(
    knownLanes.map(async ({ from, to, miles, source }) => {
      const estimate = await getDistance(offline, { origin: toPlace(from), dest: toPlace(to) })
      const straight = estimate.origin && estimate.dest ? milesBetween(estimate.origin, estimate.dest) * 1.18 : 0
      const errorOf = (own: number | null) => Math.abs((own ?? 0) - miles) / miles
      return { name: `${from} to ${to}`, source, own: errorOf(estimate.ownMiles), straight: errorOf(straight) }
    }),
  )
  const mean = (errors: number[]) => errors.reduce((sum, error) => sum + error, 0) / errors.length
  const worst = lanes.reduce((one, other) => (one.own > other.own ? one : other))
  const percent = (error: number) => `${(error * 100).toFixed(1)} %`
  const own = mean(lanes.map((lane) => lane.own))
  const straight = mean(lanes.map((lane) => lane.straight))
  process.stdout.write(
    `${lanes.length} known lanes: mean error ${percent(own)}, worst ${percent(worst.own)} (${worst.name}); ` +
      `straight line times 1.18: mean ${percent(straight)}, worst ${percent(Math.max(...lanes.map((lane) => lane.straight)))}\n`,
  )

  expect(lanes.length).toBeGreaterThanOrEqual(30)
  expect(lanes.every(({ source }) => source in sources)).toBe(true)
  expect(own).toBeLessThanOrEqual(0.03)
  expect(own).toBeLessThan(straight)
})

test.each([
  ['Kansas City, MO', 'Memphis, TN', 430, 490],
  ['Salt Lake City, UT', 'Flagstaff, AZ', 470, 530],
  ['Savannah, GA', 'Augusta, GA', 110, 145],
  ['Lubbock, TX', 'El Paso, TX', 325, 360],
])('[D10.3] %s to %s, without an interstate between them, is no detour', async (from, to, least, most) => {
  const { ownMiles, source } = await getDistance(offline, { origin: toPlace(from), dest: toPlace(to) })

  expect(source).toBe('highways')
  expect(ownMiles).toBeGreaterThanOrEqual(least)
  expect(ownMiles).toBeLessThanOrEqual(most)
})
