import type { LoadRow, ShownRow } from './load-row.ts'

/** A row of a load that a team sees as one, with what decides which of them stands for it. */
export type JoinedRow = Pick<LoadRow, 'userId' | 'id' | 'joinKey' | 'statedAt' | 'outcomeAt' | 'contactedAt'>

/** Sorts the rows of one load: first the one whose status or outcome was set last, else the last contacted. */
function compareJoined(one: JoinedRow, other: JoinedRow): number {
  const stated = timeOf(other.statedAt ?? other.outcomeAt) - timeOf(one.statedAt ?? one.outcomeAt)
  const contacted = timeOf(other.contactedAt) - timeOf(one.contactedAt)
  return stated || contacted || (one.id > other.id ? -1 : 1)
}

const timeOf = (at: Date | null): number => at?.getTime() ?? 0

/**
 * Splits rows into loads: a row of each person with the same key, first the one that stands for the load. Of several rows
 * of one person the first joins the others' first ones.
 */
export const groupJoined = <Row extends JoinedRow>(rows: readonly Row[]): Row[][] =>
  [...Map.groupBy(rows, ({ joinKey }) => joinKey).values()].flatMap(splitByPlace)

/** The first rows of each person are one load, their second ones another, and so on. */
function splitByPlace<Row extends JoinedRow>(rows: Row[]): Row[][] {
  const counts = new Map<string, number>()
  const byPlace = Map.groupBy(
    rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ({ userId }) => {
      const place = counts.get(userId) ?? 0
      counts.set(userId, place + 1)
      return place
    },
  )
  return [...byPlace.values()].map((load) => load.sort(compareJoined))
}

export type JoinedLoad = ShownRow & {
  /** Who has a row of it, first whose row it is. */
  savedBy: string[]
  outcomeBy: string | null
}

/** Returns one load for the rows of several people, the first of which stands for it; it keeps the caller's own id. */
export function joinLoads([lead, ...others]: [ShownRow, ...ShownRow[]], callerId: string): JoinedLoad {
  const own = [lead, ...others].find(({ userId }) => userId === callerId) ?? lead
  const newest = others.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
  const contacts = [lead, ...others].flatMap(({ contactedAt }) => contactedAt ?? [])
  return {
    ...lead,
    id: own.id,
    userId: own.userId,
    askCents: lead.askCents ?? newest.find(({ askCents }) => askCents !== null)?.askCents ?? null,
    contactedAt: contacts.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
    note: lead.note ?? newest.find(({ note }) => note !== null)?.note ?? null,
    savedBy: [...new Set([own.userId, lead.userId, ...others.map(({ userId }) => userId)])],
    outcomeBy: lead.outcome === null ? null : lead.userId,
  }
}
