import type { AnalyticsPerson, DispatchGraph } from '@loadping/contract/analytics/analytics'

/** One color of a chart: a user, all the others, or a type of contact. */
type Series = { id: string; name: string; color: string }
/** One bar: the contacts of each series, in their order, and those of the period before. */
export type Bar = {
  date: string
  hour?: number | undefined
  counts: number[]
  total: number
  oldTotal: number | undefined
}
export type Chart = { series: Series[]; bars: Bar[] }

type Users = DispatchGraph['days'][number]['users']

const maxSeries = 7
const others = 'others'

export const seriesColor = (index: number): string => `var(--chart-${Math.min(index + 1, maxSeries)})`

/** Names users by their first name if no other has it. */
export function shortNames(people: AnalyticsPerson[]): ReadonlyMap<string, string> {
  const firstOf = ({ name }: AnalyticsPerson) => name.split(/[\s@]/)[0] ?? name
  const count = new Map<string, number>()
  for (const person of people) count.set(firstOf(person), (count.get(firstOf(person)) ?? 0) + 1)
  return new Map(
    people.map((person) => [person.userId, count.get(firstOf(person)) === 1 ? firstOf(person) : person.name]),
  )
}

/** Returns a chart of the users with the most contacts, the first six and all others if there are more than seven. */
export function chartByUser(graph: DispatchGraph, names: ReadonlyMap<string, string>): Chart {
  const totals = new Map<string, number>()
  for (const { users } of graph.days)
    for (const [id, { totalInquiries }] of Object.entries(users)) totals.set(id, (totals.get(id) ?? 0) + totalInquiries)
  const ranked = [...totals].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
  const shown = ranked.length > maxSeries ? [...ranked.slice(0, maxSeries - 1), others] : ranked
  const series = shown.map((id, index) => ({ id, name: nameOf(id, names), color: seriesColor(index) }))
  const countsOf = (users: Users) => {
    const counts = shown.map((id) => users[id]?.totalInquiries ?? 0)
    if (shown.at(-1) === others) counts[shown.length - 1] = sum(ranked.slice(shown.length - 1), users)
    return counts
  }
  return { series, bars: barsOf(graph, countsOf) }
}

const nameOf = (id: string, names: ReadonlyMap<string, string>): string =>
  id === others ? 'Others' : (names.get(id) ?? 'Former user')

const sum = (ids: string[], users: Users): number =>
  ids.reduce((total, id) => total + (users[id]?.totalInquiries ?? 0), 0)

/** Returns a chart of emails and calls. */
export const chartByType = (graph: DispatchGraph): Chart => ({
  series: [
    { id: 'EMAIL', name: 'Emails', color: seriesColor(0) },
    { id: 'PHONE', name: 'Calls', color: seriesColor(1) },
  ],
  bars: barsOf(graph, (users) => [
    Object.values(users).reduce((total, { emailSent }) => total + emailSent, 0),
    Object.values(users).reduce((total, { phoneCall }) => total + phoneCall, 0),
  ]),
})

function barsOf({ days, old }: DispatchGraph, countsOf: (users: Users) => number[]): Bar[] {
  const totalOf = (users: Users) =>
    Object.values(users).reduce((total, { totalInquiries }) => total + totalInquiries, 0)
  return days.map(({ date, hour, users }, index) => {
    const before = old.days[index]
    return { date, hour, counts: countsOf(users), total: totalOf(users), oldTotal: before && totalOf(before.users) }
  })
}
