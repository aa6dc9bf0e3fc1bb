import type { AnalyticsPerson } from '@loadping/contract/analytics/analytics'
import type { Booking, DayBeside, HomeSummary, PersonToday } from '@loadping/contract/home/home'
import { listPeople } from '../analytics/analytics-people.service.ts'
import { type ContactsBeside, readDays } from '../analytics/day.service.ts'
import { daysBeside } from '../analytics/day-beside.ts'
import type { Context } from '../context.ts'
import { readBookings } from '../loads/outcomes.service.ts'
import { listTeamOf } from '../team/membership.service.ts'

/** Whose doings the Dashboard shows. */
export type Shown = {
  userIds: string[]
  /** Without former members, whose doings since they left are not the team's. */
  memberIds: string[]
  /** Of the team that the caller manages, if any. */
  people: Awaited<ReturnType<typeof listPeople>>
  team: string | null
}

/** Lists the caller and, for a manager, all who are or were in the team. */
export async function listShown(ctx: Context): Promise<Shown> {
  const { userId, organizationId, role } = ctx.caller
  const team = role === 'MANAGER' ? organizationId : null
  const people = team === null ? [] : await listPeople(ctx)
  const idsOf = (some: AnalyticsPerson[]) => [...new Set([userId, ...some.map((person) => person.userId)])]
  return { userIds: idsOf(people), memberIds: idsOf(people.filter(({ isFormer }) => !isFormer)), people, team }
}

/** Lists whose changes the Dashboard shows: the caller and, for a manager, the team, also who can't be read right now. */
export async function listWatched(ctx: Context): Promise<string[]> {
  const { userId, organizationId, role } = ctx.caller
  const team = role === 'MANAGER' && organizationId !== null ? await listTeamOf(ctx, organizationId) : []
  return [...new Set([userId, ...team.map((member) => member.userId)])]
}

type Figures = Pick<HomeSummary, 'day' | 'dayBefore' | 'asOf' | 'today' | 'avgPostToContactSeconds' | 'mine' | 'team'>

/** Returns the caller's day so far beside the same weekday before, and their team's if they manage one. */
export async function getFigures(request: Context, { userIds, people, team }: Shown): Promise<Figures> {
  const asOf = request.now()
  const ctx = { ...request, now: () => asOf } // all figures count until one time
  const { userId } = ctx.caller
  const days = daysBeside(asOf)
  const [{ compare, countToday }, bookingsOf] = await Promise.all([
    readDays(ctx, userIds, days),
    readBookings(ctx, userIds, { ...days, leftAt: new Map(people.map((one) => [one.userId, one.leftAt])) }),
  ])
  const isMine = (row: { userId: string }) => row.userId === userId
  const mine = withBookings(compare(isMine), bookingsOf(userId))
  const { emailSent, phoneCall } = countToday(isMine)

  const personToday = (person: { userId: string; name: string }): PersonToday => ({
    userId: person.userId,
    name: person.name,
    ...countToday((row) => row.userId === person.userId && row.holder === team),
    ...bookedOf(bookingsOf(person.userId).today),
  })
  const teamToday = () => ({
    ...withBookings(
      compare(({ holder }) => holder === team),
      bookingsOf(),
    ),
    people: people
      .map((person) => ({ ...personToday(person), isFormer: person.isFormer }))
      .filter((person) => !person.isFormer || inquiriesOf(person) + person.booked > 0)
      .sort((one, other) => inquiriesOf(other) - inquiriesOf(one)),
  })
  return {
    day: days.today,
    dayBefore: days.before,
    asOf: asOf.toISOString(),
    today: { emailSent, phoneCall, totalInquiries: emailSent + phoneCall },
    avgPostToContactSeconds: mine.now.avgPostToContactSeconds,
    mine,
    team: team === null ? null : teamToday(),
  }
}

const inquiriesOf = ({ emailSent, phoneCall }: PersonToday): number => emailSent + phoneCall

const withBookings = (
  { now, before, ...hours }: ContactsBeside,
  bookings: { today: Booking[]; before: Booking[] },
): DayBeside => ({
  now: { ...now, ...bookedOf(bookings.today) },
  before: { ...before, ...bookedOf(bookings.before) },
  ...hours,
  bookings: bookings.today,
})

const bookedOf = (bookings: Booking[]) => ({
  booked: bookings.length,
  bookedCents: bookings.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
})
