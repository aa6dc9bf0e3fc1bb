import { brand } from '@loadping/contract/brand'
import { formatDate, formatTime } from '@loadping/contract/format/instants'
import '@loadping/contract/home/home' // loads the endpoints with the screen, not after it
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { PlanCards } from '../billing/billing.parts.tsx'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { BlindBoards } from './blind-boards.tsx'
import { EmailAttention } from './email-attention.tsx'
import { useStepsDone } from './home.data.ts'
import { FiguresSkeleton, TodayStats } from './home.parts.tsx'

const RecentActivity = lazyPart(
  async () => (await import('./recent-activity.tsx')).RecentActivity,
  <ActivitySkeleton />,
)
const NextSteps = lazyPart(async () => (await import('./next-steps.tsx')).NextSteps, <StepsSkeleton />)

export function HomeScreen() {
  const now = useNow()
  const isDone = useStepsDone()
  return (
    <>
      <title>{`Dashboard · ${brand.name}`}</title>
      <PageHead title="Dashboard" context={`${formatDate(now)} · ${formatTime(now)} New York time`}>
        <Link to={paths.newTemplate} className={`${buttonStyle('secondary')} max-sm:hidden`}>
          <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
          New template
        </Link>
      </PageHead>
      <div className="flex flex-col gap-4">
        <EmailAttention />
        <BlindBoards now={now} />
        <PlanCards now={now} />
        <Section what="today's numbers" skeleton={<FiguresSkeleton />}>
          <TodayStats />
        </Section>
        <div className="grid items-start gap-4 md:has-[>:nth-child(2)]:grid-cols-[1fr_376px]">
          <Section what="recent activity" skeleton={<ActivitySkeleton />}>
            <RecentActivity now={now} />
          </Section>
          {!isDone && (
            <Section what="your next steps" skeleton={<StepsSkeleton />}>
              <NextSteps />
            </Section>
          )}
        </div>
      </div>
    </>
  )
}

function ActivitySkeleton() {
  return (
    <Card title="Recent activity" aside="New York time">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-3 border-b border-subtle px-4 py-3 last:border-0">
          <Skeleton className="size-7" />
          <div className="flex-1">
            <Skeleton className="mb-2 h-3.5 w-60 max-w-full" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="h-3.5 w-14" />
        </div>
      ))}
    </Card>
  )
}

function StepsSkeleton() {
  return (
    <Card title="Next steps">
      {[1, 2, 3, 4, 5].map((step) => (
        <div key={step} className="flex gap-3 border-b border-subtle px-4 py-3 last:border-0">
          <Skeleton className="size-5" />
          <div className="flex-1">
            <Skeleton className="mt-1 h-3 w-40 max-w-full" />
            <Skeleton className="mt-2.5 h-3 w-60 max-w-full" />
            <Skeleton className="mt-2.5 h-7 w-28" />
          </div>
        </div>
      ))}
    </Card>
  )
}
