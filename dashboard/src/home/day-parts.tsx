import type { HomeSummary } from '@loadping/contract/home/home'
import { useMe, useUserType } from '../account/account.data.ts'
import { BookedCard } from './booked-card.tsx'
import { HoursChart } from './hours-chart.tsx'
import { TeamCard } from './team-card.tsx'

/** The day by the hour, what was booked and, for a team, who did what. */
export function DayParts({ home, showsTeam }: { home: HomeSummary; showsTeam: boolean }) {
  const { userId } = useMe().data
  const isBroker = useUserType() === 'broker'
  const { mine, team, dayBefore, asOf } = home
  const ofTeam = showsTeam ? team : null
  const figures = ofTeam ?? mine
  return (
    <div
      className={`grid gap-4 max-sm:gap-3 ${ofTeam ? 'lg:grid-cols-[1.2fr_1fr_376px]' : isBroker ? '' : 'md:grid-cols-[1fr_376px]'}`}
    >
      <HoursChart figures={figures} dayBefore={dayBefore} asOf={new Date(asOf)} />
      {!isBroker && <BookedCard figures={figures} people={ofTeam?.people ?? []} />}
      {ofTeam && <TeamCard team={ofTeam} userId={userId} />}
    </div>
  )
}
