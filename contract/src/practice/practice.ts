import * as z from 'zod/mini'
import type { LoadFacts, Place } from '../boards/posted-load.ts'
import { addDays, type Day, newYorkDay } from '../format/new-york-days.ts'
import { PostingInquiry } from '../inquiries/inquiries.ts'

/** How many practice emails a user sends in a New York day. */
export const practiceEmailsPerDay = 20

/** The rows of the practice board. No posting of a real board has one of these ids. */
export const PracticeRowId = z.enum([
  'practice-1',
  'practice-2',
  'practice-3',
  'practice-4',
  'practice-5',
  'practice-6',
  'practice-7',
  'practice-8',
])
export type PracticeRowId = z.infer<typeof PracticeRowId>

/** A request for a practice email about one row. It names no recipient: that is always the caller. */
export const PracticeInquiry = z.strictObject({
  ...z.pick(PostingInquiry, { templateId: true, values: true, truckId: true, expected: true }).shape,
  row: PracticeRowId,
})
export type PracticeInquiry = z.infer<typeof PracticeInquiry>

/** Where practice emails go, and how many of today's are used. */
export const Practice = z.object({
  to: z.string(),
  used: z.int(),
  limit: z.int(),
  /** Whether they reach nobody, and are read in the list of emails. */
  isSealed: z.optional(z.boolean()),
})
export type Practice = z.infer<typeof Practice>

/** A row of the practice board: a made-up posting, and what it has somebody try. */
export type PracticeRow = {
  id: PracticeRowId
  minutesOld: number
  load: LoadFacts & { pickupDay: Day; tripMiles: number; company: string; phone: string }
  /** What seems to have been done about it: by a teammate some minutes ago, or by the user. */
  was?: { by: string; minutesAgo: number } | 'called' | 'saved'
}

type Made = Pick<PracticeRow, 'id' | 'minutesOld' | 'was'> & {
  lane: [Place, Place]
  miles: [trip: number, deadhead: number]
  /** Days from now. */
  pickup: number
  equipment: string
  pounds?: number
  dollars?: number
  broker: [company: string, mailbox?: string]
}

const place = (city: string, state: string): Place => ({ city, state })

const made: Made[] = [
  {
    id: 'practice-1',
    minutesOld: 2,
    lane: [place('Joliet', 'IL'), place('Dallas', 'TX')],
    miles: [926, 45],
    pickup: 1,
    equipment: 'V',
    pounds: 44_000,
    dollars: 2_315,
    broker: ['Quillon Logistics', 'loads@quillon.example'],
  },
  {
    id: 'practice-2',
    minutesOld: 4,
    lane: [place('Olathe', 'KS'), place('Houston', 'TX')],
    miles: [742, 12],
    pickup: 1,
    equipment: 'R',
    pounds: 41_000,
    dollars: 2_080,
    broker: ['Northgate Produce Transport', 'dispatch@northgate.example'],
  },
  {
    id: 'practice-3',
    minutesOld: 7,
    lane: [place('Omaha', 'NE'), place('Minneapolis', 'MN')],
    miles: [380, 188],
    pickup: 1,
    equipment: 'V',
    pounds: 38_500,
    broker: ['Hollis & Wren 3PL', 'freight@holliswren.example'],
  },
  {
    id: 'practice-4',
    minutesOld: 11,
    lane: [place('Lawrence', 'KS'), place('Louisville', 'KY')],
    miles: [542, 39],
    pickup: 2,
    equipment: 'F',
    pounds: 47_800,
    dollars: 1_675,
    broker: ['Copperline Carriers Group'],
  },
  {
    id: 'practice-5',
    minutesOld: 14,
    lane: [place('Sedalia', 'MO'), place('Charlotte', 'NC')],
    miles: [884, 96],
    pickup: 1,
    equipment: 'V',
    pounds: 42_000,
    dollars: 1_990,
    broker: ['Tallow & Finch Freight', 'book@tallowfinch.example'],
    was: { by: 'Priya', minutesAgo: 6 },
  },
  {
    id: 'practice-6',
    minutesOld: 26,
    lane: [place('Emporia', 'KS'), place('Amarillo', 'TX')],
    miles: [436, 108],
    pickup: 1,
    equipment: 'R',
    dollars: 1_050,
    broker: ['Pinder Hollow Logistics', 'loads@pinderhollow.example'],
    was: 'saved',
  },
  {
    id: 'practice-7',
    minutesOld: 64,
    lane: [place('Wichita', 'KS'), place('Little Rock', 'AR')],
    miles: [446, 177],
    pickup: 1,
    equipment: 'V',
    pounds: 36_000,
    dollars: 1_195,
    broker: ['Marrow Creek Brokerage', 'ops@marrowcreek.example'],
    was: 'called',
  },
  {
    id: 'practice-8',
    minutesOld: 198,
    lane: [place('St. Louis', 'MO'), place('San Antonio', 'TX')],
    miles: [918, 253],
    pickup: 2,
    equipment: 'V',
    pounds: 44_500,
    dollars: 2_110,
    broker: ['Oxbow River Brokers with a very long name that hardly fits', 'loads@oxbowriver.example'],
  },
]

/** Lists the made-up postings of the practice board, to be picked up in the next days. */
export const listPracticeRows = (now: Date): PracticeRow[] => made.map((row, index) => toRow(row, index, now))

/** Returns the row of a posting; undefined for a posting of any other board. */
export const practiceRowOf = ({ boardLoadId }: Pick<LoadFacts, 'boardLoadId'>): PracticeRowId | undefined =>
  PracticeRowId.safeParse(boardLoadId).data

function toRow({ id, minutesOld, was, ...posted }: Made, index: number, now: Date): PracticeRow {
  const { lane, miles, pickup, equipment, pounds, dollars, broker } = posted
  const [origin, dest] = lane
  const [tripMiles, deadheadMiles] = miles
  const [company, contactEmail] = broker
  return {
    id,
    minutesOld,
    ...(was !== undefined && { was }),
    load: {
      origin,
      dest,
      tripMiles,
      deadheadMiles,
      equipment,
      company,
      pickupDay: addDays(newYorkDay(now), pickup),
      phone: `(202) 555-01${40 + index}`, // numbers that nobody has
      postedAt: new Date(now.getTime() - minutesOld * 60_000).toISOString(),
      ...(contactEmail !== undefined && { contactEmail }),
      ...(pounds !== undefined && { weightPounds: pounds }),
      ...(dollars !== undefined && { rate: { cents: dollars * 100, basis: 'flat' as const } }),
    },
  }
}
