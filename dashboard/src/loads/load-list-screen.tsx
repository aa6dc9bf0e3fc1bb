import { brand } from '@loadping/contract/brand'
import type { RecentContact } from '@loadping/contract/home'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { Bookmark } from 'lucide-react'
import { Link } from 'react-router'
import { callDisplay, emailStateDisplay, StateBadge } from '../emails/emails.parts.tsx'
import { useHome } from '../home/home.data.ts'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { formatWhen, useNow } from '../ui/format-date.ts'
import { Lane } from '../ui/lane-glyph.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const LoadListScreen = () => (
  <>
    <title>{`My loads · ${brand.name}`}</title>
    <PageHead title="My loads" context="Loads you contacted most recently (New York time)" />
    <Section what="your loads" skeleton={<ListSkeleton />}>
      <LoadList />
    </Section>
  </>
)

function LoadList() {
  const { recentContacts } = useHome()
  const now = useNow()
  if (recentContacts.length === 0) return <NoLoads />

  return (
    <Card>
      <table className="w-full text-table max-sm:block">
        <thead className="bg-sunken text-left text-caption text-secondary max-sm:sr-only">
          <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-normal">
            <th scope="col">Lane</th>
            <th scope="col">Broker</th>
            <th scope="col" className="text-right">
              Ask
            </th>
            <th scope="col">Status</th>
            <th scope="col" className="text-right">
              Contacted
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {recentContacts.map((contact) => (
            <LoadRow key={contact.id} contact={contact} now={now} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function LoadRow({ contact, now }: { contact: RecentContact; now: Date }) {
  const { origin, dest, company, rateCents, contactTime, email } = contact
  const lane = <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
  return (
    <tr className="border-t border-subtle hover:bg-hover max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0 [&>td]:h-11 [&>td]:px-4 max-sm:[&>td]:h-auto max-sm:[&>td]:p-0">
      <td className="font-medium">
        {email ? (
          <Link
            to={paths.load(email.id)}
            className="hover:underline max-sm:inline-flex max-sm:min-h-6 max-sm:flex-wrap max-sm:items-center max-sm:gap-x-1"
          >
            {lane}
          </Link>
        ) : (
          lane
        )}
      </td>
      <td className="text-secondary max-sm:row-start-2">{company ?? <EmptyValue />}</td>
      <td className="tabular-nums text-right font-medium">
        {rateCents === null ? <EmptyValue /> : formatMoney(rateCents)}
      </td>
      <td className="max-sm:col-span-2 max-sm:row-start-3 [&>span]:h-auto [&>span]:min-h-5 [&>span]:whitespace-normal">
        <StateBadge display={email ? emailStateDisplay[email.state] : callDisplay} />
      </td>
      <td className="tabular-nums text-right whitespace-nowrap text-secondary">
        {formatWhen(new Date(contactTime), now)}
      </td>
    </tr>
  )
}

const NoLoads = () => (
  <Card>
    <EmptyState
      icon={<Bookmark size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="No loads yet"
      text="Loads you email about show up here with your ask and status."
    >
      <a href={paths.demoBoard} className={buttonStyle('primary')}>
        Open demo board
      </a>
    </EmptyState>
  </Card>
)

const ListSkeleton = () => (
  <Card>
    <div className="h-8 bg-sunken max-sm:hidden" />
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-t border-subtle px-4">
        <Skeleton className="h-3.5 w-52 max-w-full" />
        <Skeleton className="h-3.5 w-32 max-sm:hidden" />
        <Skeleton className="ml-auto h-3.5 w-14" />
      </div>
    ))}
  </Card>
)
