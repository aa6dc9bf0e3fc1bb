import { boardsFor } from '@loadping/contract/account/board-options'
import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { expect, test } from 'vitest'
import { demoFleet } from '../demo/demo-trucks.ts'
import { grantPlan } from '../team/plan-grants.service.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { testApp } from '../testing/test-app.ts'

/** What a broker who asked for it accepts, by the words of the demo boards. */
const accepted: Record<string, string[]> = {
  V: ['Van', 'Reefer'],
  VR: ['Van', 'Reefer'],
  RV: ['Van', 'Reefer'],
  R: ['Reefer'],
  F: ['Flatbed', 'Step deck'],
  FD: ['Flatbed', 'Step deck'],
  SD: ['Step deck'],
  'Dry Van': ['Van', 'Reefer'],
  Reefer: ['Reefer'],
  Flatbed: ['Flatbed', 'Step deck'],
  'Step Deck': ['Step deck'],
}
type Invented = Pick<PostedLoad, 'origin' | 'dest' | 'equipment' | 'tripMiles' | 'deadheadMiles'> & { id: string }

async function postingsOf(board: PostedLoad['board'], count: number): Promise<PostedLoad[]> {
  const fixtures = '../../../extension/src/boards/fixtures'
  const { layout } = await import(`${fixtures}/${board}.layout.js`)
  const { createFreight } = await import(`${fixtures}/freight.js`)
  const { posting }: { posting: () => Invented } = createFreight(layout.freight)
  return Array.from({ length: count }, () => {
    const { id, origin, dest, equipment, tripMiles, deadheadMiles } = posting()
    return buildLoad({ board, boardLoadId: id, origin, dest, equipment, tripMiles, deadheadMiles })
  })
}

test("[D13.14] of 100 emails about the demo boards' postings none promises what the truck is not", async () => {
  const app = await testApp()
  const trucks = demoFleet(app.clock.now)
  const promised: Record<string, number> = {}
  const user = await app.signUp()
  await grantPlan(app.deps, user.email, { plan: 'PRO', seats: null })
  await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: trucks.length, loadboards: [] } })
  await user.trucks.saveTrucks({ body: { trucks } })
  const loads = (await Promise.all(boardsFor.carrier.map((board) => postingsOf(board, 20)))).flat()
  for (const load of loads) await sendInquiry(user, { load, confirmed: true })

  const emails = await app.deps.db.selectFrom('email').select(['subject', 'html']).orderBy('id').execute()
  for (const [index, { subject, html }] of emails.entries()) {
    const [, truck, place] = /with a ([\w ]+), empty in ([\w. ]+, [A-Z]{2})/.exec(html) ?? []
    const fits = accepted[loads[index]?.equipment ?? ''] ?? []
    if (fits.length === 0) expect(`${subject} ${html}`).not.toMatch(/ with a |empty in|Van|Reefer|Flatbed|Step deck/)
    else {
      expect(fits).toContain(truck)
      expect(placesOf(trucks, truck)).toContain(place)
    }
    promised[truck ?? 'none'] = (promised[truck ?? 'none'] ?? 0) + 1
  }
  expect(Object.values(promised).reduce((sum, count) => sum + count, 0)).toBe(100)
  expect(Object.keys(promised)).toEqual(expect.arrayContaining(['Van', 'Reefer', 'Flatbed', 'Step deck', 'none']))
})

const placesOf = (trucks: Truck[], name: string | undefined): string[] =>
  trucks
    .filter(({ equipment }) => equipment && equipmentClassNames[equipment] === name)
    .map(({ place }) => `${place?.city}, ${place?.state}`)
