import { useUserType } from '../account/account.data.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useStepsDone } from './home.data.ts'
import { cell, Strip } from './today-cells.tsx'

/** Cards below each other; the next two are areas of a page that names them. */
export const layout = 'grid gap-4 max-sm:gap-3 items-start grid-cols-[minmax(0,1fr)]'

export const first = 'flex flex-col gap-4 [grid-area:waiting] max-sm:gap-3'

/** As high as the day that loads. */
export function DaySkeleton() {
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
      <div className="-mb-px grid grid-cols-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
        {[1, 2, 3, 4, 5].map((step) => (
          <div key={step} className="flex gap-3 border-b border-subtle px-4 py-3">
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

function TodaySkeleton() {
  const isCarrier = useUserType() !== 'broker'
  const labels = ['Inquiries', 'Avg post-to-contact', ...(isCarrier ? ['Answers', 'Booked'] : [])]
  return (
    <Strip isCarrier={isCarrier} context={<Skeleton className="mt-1 h-3 w-24" />}>
      {labels.map((label) => (
        <section key={label} aria-label={label} aria-busy="true" className={cell}>
          <h3 className="text-table text-secondary">{label}</h3>
          <Skeleton className="my-1 h-7 w-20" />
          <Skeleton className="my-0.5 h-3 w-32 max-w-full" />
        </section>
      ))}
    </Strip>
  )
}

const WaitingSkeleton = () => (
  <Card title="Waiting for you" isBusy>
    <div className="flex items-center gap-3 px-4 py-3">
      <Skeleton className="size-7" />
      <Skeleton className="h-3.5 w-80 max-w-full" />
    </div>
  </Card>
)
