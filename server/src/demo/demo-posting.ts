import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import { postingKeyOf } from '@loadping/contract/boards/same-load'
import { addDays, newYorkDay, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { demoBoards, type demoBrokers, demoLanes, demoTrailers, emptyPlaces } from './demo-freight.ts'
import type { Random } from './demo-random.ts'

/** A posting as a demo user found it. */
export type DemoPosting = {
  facts: StoredFacts
  loadKey: string | undefined
  savedAt: Date
  /** What the trip is worth, posted or not. */
  bidCents: number
  /** Where the truck for it was empty, such as "Olathe, KS". */
  truckLocation: string
}

const minute = 60_000
const hour = 60 * minute

type Posting = { partners: typeof demoBrokers; trucks: EquipmentClass[]; days: number; now: Date }

/** Returns a posting of one of these brokers, or for one of these carriers, that one of the trucks can carry. */
export function postDemoLoad(random: Random, { partners, trucks, days, now }: Posting): DemoPosting {
  const savedAt = pickTime(random, { days, now })
  const lane = random.pick(demoLanes)
  const [truckLocation, deadheadMiles] = random.pick(emptyPlaces[`${lane.origin.city}, ${lane.origin.state}`] ?? [])
  const trailer = random.pickByShare(demoTrailers.filter(({ equipment }) => trucks.includes(equipment)))
  const partner = random.pick(partners)
  const { board } = random.pickByShare(demoBoards)
  const shortHaulCents = lane.miles < 400 ? 35_000 : 0
  const dollars = (lane.miles * trailer.centsPerMile * random.between(84, 118)) / 10_000 + shortHaulCents / 100
  const bidCents = Math.round(dollars / 25) * 2_500
  const pickupDay = addDays(newYorkDay(savedAt), random.between(0, 2))
  const [minWeight, maxWeight] = trailer.weight
  const facts: StoredFacts = {
    ...(board && { board, boardLoadId: `D${random.between(10_000_000, 99_999_999)}` }),
    origin: lane.origin,
    dest: lane.dest,
    tripMiles: lane.miles,
    deadheadMiles,
    equipment: trailer.code,
    fullPartial: 'full',
    lengthFeet: trailer.lengthFeet,
    weightPounds: random.between(minWeight, maxWeight) * 1_000,
    commodity: random.pick(trailer.commodities),
    pickupDay,
    pickupTime: random.pick(['07:00', '08:00', '10:00', '13:00']),
    deliveryDay: addDays(pickupDay, Math.ceil(lane.miles / 550)),
    company: partner.company,
    mc: partner.mc,
    phone: partner.phone,
    ...(random.happens(90) && { contactEmail: partner.contactEmail }),
    ...rateOf(random, bidCents, lane.miles),
    reference: `${partner.company.charAt(0)}${random.between(10_000, 99_999)}`,
    postedAt: pickPostedAt(random, savedAt),
  }
  return { facts, loadKey: postingKeyOf(facts), savedAt, bidCents, truckLocation }
}

/** One in eight postings states no rate, and some state it per mile. */
function rateOf(random: Random, bidCents: number, miles: number): Pick<StoredFacts, 'rate'> {
  if (random.happens(12)) return {}
  if (random.happens(6)) return { rate: { cents: Math.round(bidCents / miles), basis: 'per-mile' } }
  return { rate: { cents: bidCents, basis: 'flat' } }
}

/** How many contacts are made on each day of the week, Sunday first, and in each hour from six in the morning. */
const weekdayShares = [1, 22, 26, 24, 21, 17, 3]
const hourShares = [4, 11, 15, 14, 11, 8, 5, 9, 10, 8, 5, 2]

/** Picks a time at work in New York, rarely at weekends; of one day, a time of today. */
function pickTime(random: Random, { days, now }: { days: number; now: Date }): Date {
  const today = newYorkDay(now)
  const everyDay = Array.from({ length: days }, (_, ago) => addDays(today, -ago))
  const { day } = random.pickByShare(
    everyDay.map((day) => ({ day, share: weekdayShares[new Date(day).getUTCDay()] ?? 0 })),
  )
  const hours = 6 + random.pickByShare(hourShares.map((share, index) => ({ share, index }))).index
  const at = new Date(startOfNewYorkDay(day).getTime() + hours * hour + random.between(0, 3_599) * 1_000)
  if (at.getTime() < now.getTime() - 5 * minute) return at
  if (days > 1) return pickTime(random, { days, now })
  const sinceMidnight = now.getTime() - startOfNewYorkDay(today).getTime()
  return new Date(now.getTime() - (Math.min(sinceMidnight, 10 * hour) * random.between(1, 99)) / 100)
}

/** How long ago a posting was made when it is found: most are fresh. */
const postingAges = [
  { minutes: [1, 6], share: 55 },
  { minutes: [7, 30], share: 32 },
  { minutes: [31, 240], share: 13 },
] as const

function pickPostedAt(random: Random, savedAt: Date): string {
  const [min, max] = random.pickByShare(postingAges).minutes
  return new Date(savedAt.getTime() - random.between(min * 60, max * 60) * 1_000).toISOString()
}
