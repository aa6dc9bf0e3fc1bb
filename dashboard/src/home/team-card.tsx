import { formatCount } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import type { HomeSummary } from '@loadping/contract/home/home'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { InitialsBadge } from '../ui/initials-badge.tsx'

type TeamCardProps = { team: NonNullable<HomeSummary['team']>; userId: string }

/** What each of the team did today, the most inquiries first. */
export function TeamCard({ team: { people, now }, userId }: TeamCardProps) {
  const sum = (of: 'emailSent' | 'phoneCall') => people.reduce((total, person) => total + person[of], 0)
  return (
    <Card
      title="Team today"
      aside={
        <Link to={paths.analytics} className="inline-flex items-center gap-1 text-table font-medium text-accent-text">
          Analytics
          <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
        </Link>
      }
    >
      <div className="max-h-96 overflow-auto">
        <table className="w-full text-table">
          <thead className="bg-sunken text-caption text-secondary">
            <tr className="h-8">
              <th scope="col" className="px-4 text-left font-medium">
                Person
              </th>
              {['Emails', 'Calls', 'All', 'Booked'].map((name) => (
                <th key={name} scope="col" className="px-2 text-right font-medium last:pr-4">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {people.map((person) => (
              <Row
                key={person.userId}
                counts={person}
                head={
                  <span className="flex items-center gap-2">
                    <InitialsBadge name={person.name} toneKey={person.userId} className="size-6 text-micro" />
                    <span className="min-w-0 break-words">
                      {person.name}
                      {person.userId === userId && ', you'}
                    </span>
                  </span>
                }
              />
            ))}
          </tbody>
          <tfoot className="tabular-nums bg-sunken font-semibold">
            <Row
              counts={{ ...now, emailSent: sum('emailSent'), phoneCall: sum('phoneCall') }}
              head={`All ${formatCount(people.length)}`}
            />
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

type RowProps = {
  counts: { emailSent: number; phoneCall: number; booked: number; bookedCents: number }
  head: ReactNode
}

const Row = ({ counts: { emailSent, phoneCall, booked, bookedCents }, head }: RowProps) => (
  <tr className="h-9 border-t border-subtle">
    <th scope="row" className="px-4 py-1.5 text-left font-normal [tfoot_&]:font-semibold">
      {head}
    </th>
    <td className="px-2 text-right">{formatCount(emailSent)}</td>
    <td className="px-2 text-right">{formatCount(phoneCall)}</td>
    <td className="px-2 text-right font-semibold">{formatCount(emailSent + phoneCall)}</td>
    <td className="px-2 pr-4 text-right">{booked === 0 ? <EmptyValue /> : formatDollars(bookedCents)}</td>
  </tr>
)
