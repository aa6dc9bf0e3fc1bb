import { countOf } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import { formatDay, newYorkDay, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import { readDays } from '../analytics/day.service.ts'
import { daysBeside } from '../analytics/day-beside.ts'
import type { Deps } from '../context.ts'
import { readBookings } from '../loads/outcomes.service.ts'

/**
 * Reads what people did on the New York day before, beside the same weekday a week earlier. Returns a function that says it
 * of one person; undefined if it was nothing.
 */
export async function readYesterdays(ctx: Deps, userIds: string[]): Promise<(userId: string) => string | undefined> {
  if (userIds.length === 0) return () => undefined
  const days = daysBeside(new Date(startOfNewYorkDay(newYorkDay(ctx.now())).getTime() - 1))
  const { compare } = await readDays(ctx, userIds, days)
  const bookingsOf = await readBookings(ctx, userIds, days)
  return (userId) => {
    const booked = bookingsOf(userId).today.filter(({ at }) => new Date(at) < days.endsAt)
    const { now, before } = compare((row) => row.userId === userId)
    if (now.inquiries === 0 && booked.length === 0) return undefined
    const cents = booked.reduce((sum, booking) => sum + (booking.cents ?? 0), 0)
    const sentences = [
      `${countOf(now.inquiries, 'inquiry', 'inquiries')}, ${before.inquiries} on the same weekday a week before.`,
      now.asked > 0 && `${now.answered} of ${countOf(now.asked, 'load')} answered.`,
      booked.length > 0 &&
        `${countOf(booked.length, 'load')} booked${cents > 0 ? ` for ${formatDollars(cents)}` : ''}.`,
    ]
    return `${formatDay(days.today)}: ${sentences.filter(Boolean).join(' ')}`
  }
}
