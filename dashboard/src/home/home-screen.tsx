import { brand } from '@loadping/contract/brand'
import { formatDate, formatTime } from '@loadping/contract/format/instants'
import '@loadping/contract/home/home' // loads the endpoints with the screen, not after it
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { PlanCards, PlanNotes } from '../billing/billing.parts.tsx'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { useHome, useReopenedSteps, useShowsTeam, useStepsDone } from './home.data.ts'
import { LiveBadge } from './live-badge.tsx'
import { TeamSwitch } from './team-switch.tsx'
import { TodaySkeleton, TodayStrip } from './today-strip.tsx'
import { WaitingCard, WaitingSkeleton } from './waiting-card.tsx'

const RecentActivity = lazyPart(
  async () => (await import('./recent-activity.tsx')).RecentActivity,
  <ActivitySkeleton />,
)
const NextSteps = lazyPart(async () => (await import('./next-steps.tsx')).NextSteps, <StepsSkeleton />)
const Following = lazyPart(async () => (await import('./following.tsx')).Following, null)
const DayParts = lazyPart(async () => (await import('./day-parts.tsx')).DayParts, <PartsSkeleton />)

const layout = 'grid gap-4 max-sm:gap-3 items-start grid-cols-[minmax(0,1fr)]'
/** What waits comes first, with the plan beside it. */
const withPlan =
  "[grid-template-areas:'waiting'_'plan'_'day'] lg:grid-cols-[minmax(0,1fr)_376px] lg:[grid-template-areas:'waiting_plan'_'day_day']"

/** What waits fills the height of the plan, unless the next steps do. */
const first = 'flex flex-col gap-4 [grid-area:waiting] max-sm:gap-3 lg:self-stretch [&>:only-child]:flex-1'

export function HomeScreen() {
  const now = useNow()
  const isBroker = useUserType() === 'broker'
  const [showsTeam, setShowsTeam] = useShowsTeam()
  return (
    <>
      <title>{`Dashboard · ${brand.name}`}</title>
      <PageHead
        title="Dashboard"
        context={
          <>
            {`${formatDate(now)} · ${formatTime(now)} New York time`} <LiveBadge />
          </>
        }
      >
        <TeamSwitch isTeam={showsTeam} onChoose={setShowsTeam} />
        <Link to={paths.newTemplate} className={`${buttonStyle('secondary')} max-sm:hidden`}>
          <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
          New template
        </Link>
      </PageHead>
      <PlanNotes now={now} />
      <div className={`${layout} ${isBroker ? "[grid-template-areas:'waiting'_'day']" : withPlan}`}>
        {!isBroker && (
          <div className="[grid-area:plan] lg:[&>div]:!grid-cols-1">
            <PlanCards now={now} />
          </div>
        )}
        <Section what="your day" skeleton={<DaySkeleton />}>
          <Day now={now} showsTeam={showsTeam} />
        </Section>
      </div>
    </>
  )
}

function Day({ now, showsTeam }: { now: Date; showsTeam: boolean }) {
  const home = useHome()
  const isReopened = useReopenedSteps()
  const isDone = useStepsDone() && !isReopened
  const { mine, team, dayBefore, asOf, steps, version } = home
  return (
    <>
      <Following shownVersion={version} />
      <div className={first}>
        <WaitingCard now={now} />
        {!isDone && steps && <NextSteps steps={steps} />}
      </div>
      <div className={`${layout} [grid-area:day]`}>
        <TodayStrip figures={(showsTeam && team) || mine} dayBefore={dayBefore} asOf={new Date(asOf)} />
        <DayParts home={home} showsTeam={showsTeam} />
        <RecentActivity now={now} />
      </div>
    </>
  )
}

function DaySkeleton() {
  const isDone = useStepsDone()
  return (
    <>
      <div className={first}>
        <WaitingSkeleton />
        {!isDone && <StepsSkeleton />}
      </div>
      <div className={`${layout} [grid-area:day]`}>
        <TodaySkeleton />
        <PartsSkeleton />
        <ActivitySkeleton />
      </div>
    </>
  )
}

function PartsSkeleton() {
  return (
    <Card title="Inquiries by the hour" isBusy>
      <Skeleton className="m-4 h-67" />
    </Card>
  )
}

function ActivitySkeleton() {
  return (
    <Card title="Recent activity" aside="New York time" isBusy>
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
    <Card title="Next steps" isBusy>
      <div className="lg:grid lg:grid-cols-2">
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
      </div>
    </Card>
  )
}
