import { brand } from '@loadping/contract/brand'
import { ChartColumnBig } from 'lucide-react'
import { Link } from 'react-router'
import { useHome } from '../home/home.data.ts'
import { FiguresSkeleton, TodayStats } from '../home/home.parts.tsx'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatDate, useNow } from '../ui/format-date.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** Shows today's contacts and how fast they were made. */
export function AnalyticsScreen() {
  const now = useNow()
  return (
    <>
      <title>{`Analytics · ${brand.name}`}</title>
      <PageHead title="Analytics" context={`Today, ${formatDate(now)}, in New York`} />
      <Section what="today's numbers" skeleton={<FiguresSkeleton />}>
        <div className="flex flex-col gap-4">
          <TodayStats />
          <ByType />
        </div>
      </Section>
    </>
  )
}

function ByType() {
  const { emailSent, phoneCall, totalInquiries } = useHome().today
  if (totalInquiries === 0)
    return (
      <Card>
        <EmptyState
          icon={<ChartColumnBig size={24} strokeWidth={1.6} aria-hidden="true" />}
          title="No contacts today"
          text="Every email and call from a load board counts here within seconds. Post-to-contact is how long after posting you contacted the broker."
        >
          <Link to={paths.extension} className={buttonStyle('primary')}>
            Install the extension
          </Link>
        </EmptyState>
      </Card>
    )

  return (
    <Card title="Contacts by type" aside="Today">
      <dl className="divide-y divide-subtle px-4">
        <Share name="Emails" count={emailSent} total={totalInquiries} />
        <Share name="Calls" count={phoneCall} total={totalInquiries} />
      </dl>
    </Card>
  )
}

function Share({ name, count, total }: { name: string; count: number; total: number }) {
  const percent = Math.round((count / total) * 100)
  return (
    <div className="grid grid-cols-[5rem_1fr_7rem] items-center gap-4 py-3 text-table">
      <dt className="text-secondary">{name}</dt>
      <dd className="contents">
        <ProgressBar label={name} percent={percent} valueText={`${count} of ${total}`} />
        <span className="tabular-nums text-right font-medium">
          {count} of {total} · {percent}%
        </span>
      </dd>
    </div>
  )
}
