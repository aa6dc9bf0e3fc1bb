import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Mark } from '@loadping/contract/extension/marks'
import { noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { expect, test } from 'vitest'
import { type CardFacts, describeLoad } from './describe-load.ts'

const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'DL1',
  origin: { city: 'Aurora', state: 'IL' },
  dest: { city: 'Memphis', state: 'TN' },
  equipment: 'V',
  tripMiles: 548,
  deadheadMiles: 22,
  rate: { cents: 142_500, basis: 'flat' },
  company: 'Tarnbrook Freight',
  reference: 'TB-7731',
  contactEmail: 'dispatch@tarnbrook.example',
}
const now = new Date('2026-11-22T16:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const template = {
  id: 't1',
  name: 'Van, all-in ask',
  isDefault: true,
  version: 1,
  subject: '{{origin}} to {{dest}} - {{ref}}',
  template:
    '<p>Rate: {{rate:trip+8% to 5}} all in. Van empty in Elgin, IL now. MC {{mc}}[[, weight {{weight}}]].</p><p>Can we book it?</p>',
}
const owen: Mark = {
  id: 'm1',
  postingKey: 'p',
  laneKey: null,
  userId: 'owen',
  name: 'Owen Reyes',
  type: 'EMAIL',
  at: ago(6),
  askCents: 145_500,
  postedCents: null,
  outcome: null,
}
const van: Truck = {
  id: 't',
  name: '104',
  equipment: 'van',
  place: { city: 'Gary', state: 'IN' },
  emptyAt: ago(0),
  driveMinutes: null,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent: true,
}

const describe = (changes: Partial<CardFacts> = {}) =>
  describeLoad({
    load,
    template,
    marks: [],
    ownUserId: 'maria',
    isBroker: false,
    notes: [],
    now,
    sender: { userType: 'carrier', hasName: true, profile: { mc: '123456' }, costs: noCosts },
    truck: undefined,
    recipient: undefined,
    remembered: undefined,
    ...changes,
  })
const costs = { ...noCosts, perMileCents: 192, feesPercent: 3 }
const sender = { userType: 'carrier' as const, hasName: true, profile: { mc: '123456' }, costs }
const notes = (changes: Partial<CardFacts>) => describe(changes).notes.map(({ text }) => text)

test('[D11.3] [D13.11] the card spells out the ask, per mile with deadhead, the steps and the floor', () => {
  expect(describe({ sender })).toEqual({
    title: 'Aurora, IL → Memphis, TN',
    template: 'Van, all-in ask',
    why: ', your default',
    ask: '$1,540',
    lines: [
      { label: '$1,425 × 1.08, to $5', value: '$1,540' },
      { label: 'Per mile', value: '$2.81/mi, $2.70 with deadhead' },
      { label: 'Steps', value: '$1,470\u00a0\u00a0$1,405\u00a0\u00a0$1,335 \u00a0$1,265\u00a0\u00a0$1,195' },
      { label: 'Floor at $1.92 per mile', value: '$1,129' },
    ],
    check: { tone: 'good', text: 'MC, price, lane and reference are in' },
    notes: [],
  })
})

test('[D13.11] the card says that the ask is below the floor, to which no steps lead', () => {
  const low = describe({ sender, load: { ...load, rate: { cents: 100_000, basis: 'flat' } } })

  expect(low.ask).toBe('$1,080')
  expect(low.lines.map(({ label }) => label)).toEqual(['$1,000 × 1.08, to $5', 'Per mile', 'Floor at $1.92 per mile'])
  expect(low.notes).toEqual([{ tone: 'warning', icon: 'alert', text: 'Below $1,129 this load costs you money' }])
})

test('[D13.11] the floor is reckoned from the place of the truck that the email names', () => {
  const values = { truck: 'Van', truckLocation: 'Gary, IN', deadheadMiles: 122 }
  const named = describe({ sender, truck: { truck: van, values, miles: 122 } })

  expect(named.lines.at(-1)).toEqual({ label: 'Floor at $1.92 per mile', value: '$1,327' })
})

test("[D13.11] the floor of who counts fuel apart takes the price of the pickup's state", () => {
  const detailed = { ...noCosts, basis: 'detailed' as const, feesPercent: 0 }
  const parts = { milesPerGallon: 6, driverPerMileCents: 60, otherPerMileCents: 50 }
  const last = (diesel: Record<string, string>) =>
    describe({ sender: { ...sender, costs: { ...detailed, ...parts }, diesel } }).lines.at(-1)

  expect(last({ IL: '5.130', TN: '4.800' })).toEqual({ label: 'Floor at $1.96 per mile', value: '$1,115' })
  expect(last({})?.label).toBe('Per mile')
})

test('[D12.3] the card shows the credit score and the days to pay that the board shows', () => {
  const linesOf = (facts: Partial<typeof load>) => describe({ load: { ...load, ...facts } }).lines.slice(2)

  expect(linesOf({ creditScore: 92, daysToPay: 28 })).toEqual([{ label: 'Credit', value: '92 · pays in 28 days' }])
  expect(linesOf({ creditScore: 92 })).toEqual([{ label: 'Credit', value: '92' }])
  expect(linesOf({ daysToPay: 1 })).toEqual([{ label: 'Pays in', value: '1 day' }])
})

test('[D4.7] the card names the first thing that the email lacks, or what it will ask for', () => {
  const noNumber = { ...template, template: '<p>Rate: {{rate}} all in. Van empty in Elgin, IL now.</p>' }
  const heavy = { ...template, template: '<p>{{weight}}</p>' }

  expect(describe({ template: noNumber }).check).toEqual({ tone: 'warning', text: 'Add your MC number' })
  expect(describe({ template: heavy }).check).toEqual({ tone: 'warning', text: 'You will be asked for: Weight' })
})

test('[D12.12] the card sums up what the team asked and got on the lane and with the broker', () => {
  const lane = {
    lane: 'l',
    equipmentClass: 'van' as const,
    asks: 3,
    lastAt: '2026-11-12T16:00:00Z',
    lastBy: 0,
    lastAskCents: 154_000,
    medianPerMileCents: 281,
    booked: 1,
    lastBookedCents: 150_000,
    lastByName: 'Owen',
  }
  const broker = { broker: '730114', asks: 1, booked: 0, lastAt: '2026-11-09T16:00:00Z' }

  expect(notes({ remembered: { lane, broker } })).toEqual([
    'Asked 3 times on this lane, last $1,540 on Nov\u00a012; booked 1 at $1,500',
    'Asked once with this broker, last on Nov\u00a09; booked 0',
  ])
})

test('[D12.12] the card says what the user asked about the same load on another board', () => {
  const kept = { userId: 'maria', board: 'truckstop' as const, boardLoadId: 'T1', at: 0 }

  expect(notes({ notes: [{ ...kept, note: { emailedAt: ago(20), askCents: 150_000 } }] })).toEqual([
    'You emailed on Truckstop 20 min ago, asking $1,500',
  ])
  expect(notes({ notes: [{ ...kept, note: { savedAt: ago(20) } }] })).toEqual([])
})

test('[D5.7] the card says what teammates did about the load, when and at what ask', () => {
  expect(notes({ marks: [owen, { ...owen, userId: 'maria' }] })).toEqual([
    'Owen Reyes emailed 6 min ago, asking $1,455',
  ])
})

test('[D13.14] to a broker the card says offer where it says ask to a carrier', () => {
  const own = { userId: 'maria', board: 'dat-one' as const, boardLoadId: 'DL1', at: 0 }
  const broker = { broker: '730114', asks: 2, booked: 0, lastAt: '2026-11-09T16:00:00Z' }
  const said = notes({
    isBroker: true,
    marks: [owen],
    notes: [{ ...own, note: { emailedAt: ago(20), askCents: 150_000 } }],
    remembered: { lane: undefined, broker },
  })
  expect(said).toEqual([
    'You emailed 20 min ago, offering $1,500',
    'Owen Reyes emailed 6 min ago, offering $1,455',
    'Offered 2 times with this carrier, last on Nov\u00a09; booked 0',
  ])
})

test('[D12.16] the card names no ask where the email states none, though a rate is posted', () => {
  const { ask, lines } = describe({ template: { ...template, template: '<p>Is it still there?</p>' } })

  expect([ask, lines[0]]).toEqual([null, { label: 'Posted rate, not in the email', value: '$1,425' }])
})

test('for a row without an address, the card says so instead of describing an email', () => {
  const { contactEmail: _email, ...hidden } = load

  expect(describe({ load: hidden }).check).toEqual({ tone: 'plain', text: 'This row shows no email address' })
})

test('the card warns about a suspicious recipient', () => {
  expect(describe({ recipient: { level: 'amber', reason: 'New for Tarnbrook.' } }).notes).toEqual([
    { tone: 'warning', icon: 'users', text: 'New for Tarnbrook.' },
  ])
  expect(describe({ recipient: { level: 'green', reason: null } }).notes).toEqual([])
})

test("[D13.14] the card names the email's truck, its estimated miles beside the board's, what it misses", () => {
  const truck: Truck = { ...van, name: '107 Lena', equipment: 'reefer', place: { city: 'Joliet', state: 'IL' } }
  const values = { truck: 'Reefer', truckLocation: 'Joliet, IL', deadheadMiles: 52 }
  const card = describe({ truck: { truck, values, miles: 52, missed: 'Misses pickup by 7 h' } })

  expect(card.lines).toContainEqual({ label: '107 Lena, reefer (board: 22 mi)', value: '52 mi est.' })
  expect(card.lines).toContainEqual({ label: 'Per mile', value: '$2.81/mi, $2.57 with deadhead' })
  expect(card.notes).toEqual([{ tone: 'warning', icon: 'alert', text: 'Misses pickup by 7 h' }])
})

test('[D13.14] the card says that no truck fits, and describes the email without one', () => {
  const named = {
    ...template,
    template: '<p>Rate: {{rate:2400}} all in. [[{{truck}} in {{truckLocation}} now. ]]MC {{mc}}</p>',
  }
  const none = {
    truck: undefined,
    values: { truck: null, deadheadMiles: null },
    reason: 'None of your trucks is a reefer',
  }

  expect(describe({ template: named, truck: none })).toMatchObject({
    ask: '$2,400',
    notes: [{ tone: 'warning', icon: 'alert', text: 'None of your trucks is a reefer' }],
  })
})
