import { DayParts } from './day-parts.tsx'
import { first, layout } from './day-skeleton.tsx'
import { Following } from './following.parts.tsx'
import { useHome, useReopenedSteps, useStepsDone } from './home.data.ts'
import { NextSteps } from './next-steps.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TodayStrip } from './today-strip.tsx'
import { WaitingCard } from './waiting-card.tsx'

const homeFeatures = ['home', 'account', 'mailboxes'] as const

/** What waits, the next steps, today's figures and the newest contacts. */
export function Day({ now, showsTeam }: { now: Date; showsTeam: boolean }) {
  const home = useHome()
  const isReopened = useReopenedSteps()
  const isDone = useStepsDone() && !isReopened
  const { mine, team, dayBefore, asOf, steps, version } = home
  return (
    <>
      <Following features={homeFeatures} shownVersion={version} />
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
