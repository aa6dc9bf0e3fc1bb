import { recipientKeyOf } from '@loadping/contract/emails/recipient-check'
import type { BoardMemory, RememberedBroker, RememberedLane } from '@loadping/contract/extension/board-memory'
import { rememberedLaneKey } from '@loadping/contract/extension/lane-memory'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { Context } from '../context.ts'
import { listRecipients } from '../inquiries/recipients.service.ts'
import { medianPerMile } from '../loads/load-memory.service.ts'
import { findMarkVersion } from '../loads/marks.service.ts'
import { listPeople } from '../loads/visible-loads.service.ts'
import { type ContactedLoad, listContacted } from './board-memory.store.ts'

const memoryDays = 90
/** The newest loads that are summed up, in equal shares of all users. */
const maxLoads = 5_000
/** Entries and bytes of each list. */
const limits = {
  lanes: { entries: 1_500, bytes: 170_000 },
  brokers: { entries: 1_000, bytes: 50_000 },
  recipients: { entries: 2_000, bytes: 75_000 },
}

/** Sums up the contacts of the caller and their team for rows on load boards; null for the current version. */
export async function getBoardMemory(ctx: Context, known: string | undefined): Promise<BoardMemory | null> {
  const version = memoryVersionOf(await findMarkVersion(ctx), newYorkDay(ctx.now()))
  if (version === known) return null
  const { people } = await listPeople(ctx)
  const userIds = people.map(({ userId }) => userId)
  const since = new Date(ctx.now().getTime() - memoryDays * 86_400_000)
  const [loads, recipients] = await Promise.all([
    listContacted(ctx.db, { userIds, since, limit: Math.ceil(maxLoads / userIds.length) }),
    listRecipients(ctx, { since, limit: limits.recipients.entries }),
  ])
  return {
    version,
    people: people.map(({ name }) => name),
    lanes: within(limits.lanes, lanesOf(loads, userIds)),
    brokers: within(limits.brokers, brokersOf(loads)),
    recipients: within(limits.recipients, recipients),
  }
}

/** The memory changes with each mark, and as contacts leave its 90 days. */
export const memoryVersionOf = (markVersion: string, day: string): string => `${markVersion}.${day}`

/** Returns as many of the first entries as fit. */
function within<Entry>({ entries, bytes }: { entries: number; bytes: number }, all: Entry[]): Entry[] {
  let left = bytes
  const end = all.findIndex((entry) => {
    left -= Buffer.byteLength(JSON.stringify(entry)) + 1
    return left < 0
  })
  return all.slice(0, Math.min(entries, end === -1 ? all.length : end))
}

/** Groups loads, the newest first, by a key. Those without one are left out. */
function grouped(loads: ContactedLoad[], keyOf: (load: ContactedLoad) => string | undefined) {
  const groups = Map.groupBy(loads, keyOf)
  groups.delete(undefined)
  return [...groups].map(([key = '', of]) => ({ key, of, booked: of.filter(({ outcome }) => outcome === 'booked') }))
}

const lanesOf = (loads: ContactedLoad[], userIds: string[]): RememberedLane[] =>
  grouped(loads, (load) => rememberedLaneKey(load)).flatMap(({ key, of, booked }) => {
    const [last] = of
    if (!last) return []
    return {
      lane: key,
      asks: of.length,
      lastAt: last.contactedAt.toISOString(),
      lastBy: userIds.indexOf(last.userId),
      lastAskCents: last.askCents,
      medianPerMileCents: medianPerMile(of, ({ askCents }) => askCents),
      booked: booked.length,
      lastBookedCents: booked[0]?.outcomeCents ?? null,
    }
  })

const brokersOf = (loads: ContactedLoad[]): RememberedBroker[] =>
  [
    ...grouped(loads, ({ mc }) => mc ?? undefined),
    ...grouped(loads, ({ contactEmail }) => (contactEmail ? recipientKeyOf(contactEmail) : undefined)),
  ]
    .flatMap(({ key, of: [last, ...earlier], booked }) =>
      last
        ? { broker: key, asks: earlier.length + 1, booked: booked.length, lastAt: last.contactedAt.toISOString() }
        : [],
    )
    .sort((one, other) => other.lastAt.localeCompare(one.lastAt))
