import { formatCount } from '@loadping/contract/format/counts'
import { EmptyValue, Stat } from '../ui/figure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useHome } from './home.data.ts'

const period = 'Today'

export function TodayStats() {
  const { today, avgPostToContactSeconds } = useHome()
  return (
    <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2 max-sm:gap-3">
      <Stat period={period} label="Emails sent">
        {formatCount(today.emailSent)}
      </Stat>
      <Stat period={period} label="Calls">
        {formatCount(today.phoneCall)}
      </Stat>
      <Stat period={period} label="Total inquiries">
        {formatCount(today.totalInquiries)}
      </Stat>
      <Stat period={period} label="Avg post-to-contact">
        {avgPostToContactSeconds === null ? <EmptyValue /> : <Duration seconds={avgPostToContactSeconds} />}
      </Stat>
    </div>
  )
}

export const FiguresSkeleton = () => (
  <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2 max-sm:gap-3">
    {['Emails sent', 'Calls', 'Total inquiries', 'Avg post-to-contact'].map((label) => (
      <section
        key={label}
        aria-label={label}
        aria-busy="true"
        className="rounded-md border border-default bg-surface p-4 shadow-card"
      >
        <h2 className="text-table text-secondary">{label}</h2>
        <Skeleton className="mt-3 mb-1.5 h-7 w-20" />
        <p className="text-caption text-secondary">{period}</p>
      </section>
    ))}
  </div>
)

/** Shows two units: `6m 42s`, or `14h 20m` from one hour on. */
function Duration({ seconds }: { seconds: number }) {
  const [large, largeUnit, small, smallUnit] =
    seconds < 3600
      ? [Math.floor(seconds / 60), 'm', seconds % 60, 's']
      : [Math.floor(seconds / 3600), 'h', Math.floor((seconds % 3600) / 60), 'm']
  return (
    <>
      {large}
      <small>{largeUnit}</small> {String(small).padStart(2, '0')}
      <small>{smallUnit}</small>
    </>
  )
}
