import type { AskMedians } from '@loadping/contract/analytics/formulas'
import { parseRateFormula, type RateFormula } from '@loadping/contract/templates/rate-formula'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { compareFormulas, type PricedAsk } from './formulas.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const formulaOf = (text: string): RateFormula => {
  const formula = parseRateFormula(text)
  if (!formula) throw new Error(`${text} is no formula`)
  return formula
}

const priced = (changes: Partial<PricedAsk> = {}): PricedAsk => ({
  askCents: 210_000,
  rateCents: 200_000,
  tripMiles: 800,
  outcome: null,
  outcomeCents: null,
  ...changes,
})

const none: AskMedians = { asks: 0, askedCents: null, formulaCents: null, statedCents: null }

test('[D12.11] a formula is reckoned for the asks that state what it needs, with medians by outcome', () => {
  const asks = [
    priced({ outcome: 'booked', outcomeCents: 205_000 }),
    priced({ askCents: 230_000, rateCents: 220_000, outcome: 'booked', outcomeCents: 215_000 }),
    priced({ outcome: 'countered', outcomeCents: 190_000 }),
    priced({ rateCents: null }), // no percentage of it
    priced({ outcome: 'no-answer' }),
  ]
  const named = { name: 'Default', formula: formulaOf('trip+10% to 5') }
  expect(compareFormulas(asks, [named, { ...named, name: 'Van' }, named])).toEqual([
    {
      formula: 'trip+10% to 5',
      templates: ['Default', 'Van'],
      all: { asks: 4, askedCents: 210_000, formulaCents: 220_000, statedCents: null },
      booked: { asks: 2, askedCents: 220_000, formulaCents: 231_000, statedCents: 210_000 },
      countered: { asks: 1, askedCents: 210_000, formulaCents: 220_000, statedCents: 190_000 },
      declined: none,
    },
  ])
  expect(compareFormulas(asks, [{ name: 'Mile', formula: formulaOf('trip*2.5') }])[0]?.all.asks).toBe(5)
})

const settle = (user: TestUser, loadId: string, cents: number) =>
  user.loads.changeLoads({ body: { ids: [loadId], change: { kind: 'outcome', outcome: 'booked', cents } } })

test('[D12.11] the comparison counts asks of 90 days, of the team for a manager, of oneself else', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const former = await createMember(app, owner)
  const stranger = await app.signUp()
  await sendInquiry(owner, { load: buildLoad() }) // $2,315 posted; the Default template asks 8 % more
  const { loads } = await owner.loads.listLoads({ query: { by: owner.userId } })
  await settle(owner, loads[0]?.id ?? '', 240_000)
  for (const user of [member, former, stranger]) await sendInquiry(user, { load: buildLoad(), confirmed: true })
  await owner.team.removeMember({ query: { userId: former.userId } })

  const [row] = (await owner.analytics.getFormulas({ query: {} })).formulas
  expect(row).toMatchObject({
    formula: 'trip+8% to 5',
    all: { asks: 2, askedCents: 250_000, formulaCents: 250_000 },
    booked: { asks: 1, askedCents: 250_000, formulaCents: 250_000, statedCents: 240_000 },
  })
  expect(await member.analytics.getFormulas({ query: {} })).toMatchObject({ asks: 1, isCut: false })
  expect((await owner.analytics.getFormulas({ query: { userIds: member.userId } })).asks).toBe(1)
  expect((await owner.analytics.getFormulas({ query: { userIds: stranger.userId } })).asks).toBe(0)
  await app.pool.query("update load set contacted_at = contacted_at - interval '91 days' where user_id = $1", [
    member.userId,
  ])
  expect((await member.analytics.getFormulas({ query: {} })).asks).toBe(0)
})
