import { countOf, formatMiles } from '@loadping/contract/format/counts'
import { formatTime } from '@loadping/contract/format/instants'
import { formatDollars, formatPerMile } from '@loadping/contract/format/money'
import type { Booking, DayBeside, PersonToday } from '@loadping/contract/home/home'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { Lane } from '../ui/lane-glyph.tsx'

const maxShown = 5

type BookedCardProps = { figures: Pick<DayBeside, 'bookings' | 'now'>; people: PersonToday[] }

/** The loads that were booked today, the newest first; by whom, for a team. */
export function BookedCard({ figures: { bookings, now }, people }: BookedCardProps) {
  const shown = bookings.slice(0, maxShown)
  const more = bookings.length - shown.length
  return (
    <Card
      title="Booked today"
      aside={
        now.booked > 0 && (
          <span className="tabular-nums text-table font-semibold text-primary">{formatDollars(now.bookedCents)}</span>
        )
      }
    >
      {shown.length === 0 ? (
        <p className="px-4 py-3 text-table text-secondary">
          Loads that you book today show here with their rate. Click Booked on a load in{' '}
          <Link to={paths.loads} className="text-accent-text underline underline-offset-3">
            My loads
          </Link>
          .
        </p>
      ) : (
        <ul>
          {shown.map((booking) => (
            <Entry
              key={booking.loadId}
              booking={booking}
              name={people.find(({ userId }) => userId === booking.userId)?.name}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="border-t border-subtle px-4 py-2.5 text-table">
          <Link to={`${paths.loads}?status=booked`} className="text-accent-text underline underline-offset-3">
            {countOf(more, 'more load')}
          </Link>
        </p>
      )}
    </Card>
  )
}

function Entry({ booking, name }: { booking: Booking; name: string | undefined }) {
  const { loadId, origin, dest, company, tripMiles, cents, at } = booking
  const miles =
    tripMiles !== null &&
    formatMiles(tripMiles) + (cents === null || tripMiles === 0 ? '' : ` at ${formatPerMile(cents, tripMiles)}/mi`)
  return (
    <li className="border-b border-subtle px-4 py-2.5 text-table last:border-0">
      <p className="flex justify-between gap-3">
        <Link to={paths.load(loadId)} className="font-medium hover:underline">
          <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
        </Link>
        <span className="tabular-nums font-semibold">{cents === null ? <EmptyValue /> : formatDollars(cents)}</span>
      </p>
      <p className="tabular-nums text-caption text-secondary">{[company, miles].filter(Boolean).join(' · ')}</p>
      <p className="tabular-nums text-caption text-secondary">
        {[name, formatTime(new Date(at))].filter(Boolean).join(', ')}
      </p>
    </li>
  )
}
