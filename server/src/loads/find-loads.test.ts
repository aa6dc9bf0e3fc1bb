import { beforeAll, expect, test } from 'vitest'
import { buildLoad } from '../testing/inquiries.ts'
import { type TestUser, testApp } from '../testing/test-app.ts'
import { misspelledLoadQueries } from './misspelled.cases.ts'

const lanes = [
  ['Joliet, IL', 'Dallas, TX', 'Quillon Logistics'],
  ['Minneapolis, MN', 'Louisville, KY', 'Northgate Produce Transport'],
  ['Charlotte, NC', 'Milwaukee, WI', 'Tarnbrook Freight'],
  ['Houston, TX', 'Indianapolis, IN', 'Copperline Carriers Group'],
  ['San Antonio, TX', 'Denver, CO', 'Marrow Creek Brokerage'],
  ['Omaha, NE', 'Fargo, ND', 'Hollis & Wren 3PL'],
]
const placeOf = (name = '') => ({ city: name.slice(0, -4), state: name.slice(-2) })

let user: TestUser
beforeAll(async () => {
  user = await (await testApp()).signUp()
  for (const [origin, dest, company] of lanes)
    await user.loads.saveLoad({
      body: { load: buildLoad({ origin: placeOf(origin), dest: placeOf(dest), company }) },
    })
})

// The search of My loads finds text as it is.
test.fails.each(misspelledLoadQueries)('the text "%s" finds %s', async (search, meant) => {
  const { loads } = await user.loads.listLoads({ query: { search } })
  expect(JSON.stringify(loads[0]?.facts)).toContain(meant.replace(/, ..$/, ''))
})
