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
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useNow } from '../ui/use-now.ts'
import { DaySkeleton, layout } from './day-skeleton.tsx'
import { useLoadedHome, useShowsTeam } from './home.data.ts'
import { LiveBadge } from './live-badge.parts.tsx'
import { TeamSwitch } from './team-switch.tsx'

const Day = lazyPart(async () => (await import('./day.tsx')).Day, <DaySkeleton />)
Day.preload().catch(() => undefined) // while the answer is on its way; the part itself tries again

/** What waits comes first, then the plan; on a phone the plan is last. Tab follows what is seen, where a browser can. */
const withPlan =
  "[reading-flow:grid-rows] [grid-template-areas:'waiting'_'day'_'plan'] sm:[grid-template-areas:'waiting'_'plan'_'day']"

export function HomeScreen() {
  const now = useNow()
  const isBroker = useUserType() === 'broker'
  const mailbox = useLoadedHome()?.mailbox
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
        <Section what="your day" skeleton={<DaySkeleton />}>
          <Day now={now} showsTeam={showsTeam} />
        </Section>
        {!isBroker && (
          <div className="[grid-area:plan]">
            <PlanCards now={now} mailbox={mailbox ?? undefined} />
          </div>
        )}
      </div>
    </>
  )
}
