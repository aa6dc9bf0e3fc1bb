import { boardOptions } from '@loadping/contract/account/board-options'
import { formatInPeriod, formatPeriod } from '@loadping/contract/analytics/analytics-figures'
import { brand } from '@loadping/contract/brand'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { ChartColumnBig } from 'lucide-react'
import { useUserInfo } from '../account/account.data.ts'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { useUrlFilter } from '../use-url-filter.ts'
import { useAnalyticsPeople, useAnswer } from './analytics.data.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { FormulasCard } from './formulas-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { InquiriesChart } from './inquiries-chart.tsx'
import { KeyFigures } from './key-figures.tsx'
import { AnalyticsFilter, type View, viewOf } from './period.ts'
import { HoursCard, SpeedCard } from './times-cards.tsx'
import { UsersCard } from './users-card.tsx'
import { WeeklySummary } from './weekly-summary.tsx'

type Url = ReturnType<typeof useUrlFilter<AnalyticsFilter>>

/** Who contacted how many brokers, how soon after posting and at what price. */
export function AnalyticsScreen() {
  const url = useUrlFilter<AnalyticsFilter>(AnalyticsFilter)
  const today = newYorkDay(useNow())
  const view = viewOf(url.filter, today)
  const people = useAnalyticsPeople()
  const isOngoing = view.period.end === today && view.period.start !== today
  return (
    <>
      <title>{`Analytics · ${brand.name}`}</title>
      <PageHead
        title="Analytics"
        context={
          <>
            Days run midnight to midnight, New York time{isOngoing && '. Today is not over yet'}
            <span className="hidden print:inline">. {formatPeriod(view.period, today)}</span>
          </>
        }
      >
        <AnalyticsFilters filter={url.filter} view={view} people={people} onFilter={url.setFilter} />
      </PageHead>
      <div className="flex flex-col gap-4 max-sm:gap-3">
        <KeyFigures view={view} />
        <Section what="the inquiries" skeleton={<ChartSkeleton />}>
          <Details view={view} url={url} />
        </Section>
        <Section what="the formulas" skeleton={<CardSkeleton title="Formulas, last 90 days" />}>
          <FormulasCard userIds={view.query.userIds} />
        </Section>
        <Section what="the weekly summary" skeleton={undefined}>
          <WeeklySummary />
        </Section>
      </div>
    </>
  )
}

function Details({ view, url }: { view: View; url: Url }) {
  const people = useAnalyticsPeople()
  const { data } = useAnswer('list', view.query)
  if (data.rows.length === 0 && (data.old.rows.length === 0 || !view.isCompared))
    return <NoContacts view={view} onPeriod={(period) => url.setFilter({ period })} />
  return (
    <>
      <Section what="the chart" skeleton={<ChartSkeleton />}>
        <InquiriesChart
          view={view}
          people={people}
          isByType={url.filter.by === 'type'}
          onByType={(isByType) => url.setFilter({ by: isByType ? 'type' : 'all' })}
        />
      </Section>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-4 max-md:grid-cols-1 max-sm:gap-3">
        <div className="flex flex-col gap-4 max-sm:gap-3">
          <Section what="the users" skeleton={<CardSkeleton title="Per user" />}>
            <UsersCard view={view} people={people} />
          </Section>
          <Section what="the hours" skeleton={<CardSkeleton title="Hours of the week" />}>
            <HoursCard view={view} />
          </Section>
        </div>
        <div className="flex flex-col gap-4 max-sm:gap-3">
          <Section what="the times" skeleton={<CardSkeleton title="Time from posting to contact" />}>
            <SpeedCard view={view} />
          </Section>
          <Section what="the outcomes" skeleton={<CardSkeleton title="Asked, answered, booked" />}>
            <FunnelCard view={view} people={people} />
          </Section>
        </div>
      </div>
    </>
  )
}

function NoContacts({ view, onPeriod }: { view: View; onPeriod: (period: string) => void }) {
  const board = boardOptions[useUserInfo().data?.loadboards[0] ?? 'dat-one']
  const isToday = view.period.start === view.today
  return (
    <Card>
      <EmptyState
        icon={<ChartColumnBig size={24} strokeWidth={1.6} aria-hidden="true" />}
        title={
          isToday ? 'No emails or calls yet today' : `No emails or calls ${formatInPeriod(view.period, view.today)}`
        }
        text="Contacts appear here as your team sends emails and places calls from the boards. Try a longer period."
      >
        <Button variant="primary" onPress={() => onPeriod('14-days')}>
          Show last 14 days
        </Button>
        <a href={board.link} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
          Open {board.name}
        </a>
      </EmptyState>
    </Card>
  )
}

const ChartSkeleton = () => (
  <Card title="Inquiries">
    <div aria-busy="true" className="flex h-76 items-end gap-4 p-4">
      {['h-20', 'h-48', 'h-36', 'h-56', 'h-40', 'h-52', 'h-28', 'h-44'].map((height) => (
        <Skeleton key={height} className={`flex-1 ${height}`} />
      ))}
    </div>
  </Card>
)

const CardSkeleton = ({ title }: { title: string }) => (
  <Card title={title}>
    <div aria-busy="true" className="flex flex-col gap-4 p-4">
      {['w-full', 'w-3/4', 'w-5/6', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  </Card>
)
