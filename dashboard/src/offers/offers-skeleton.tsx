import { Card } from '../ui/card.tsx'
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const OffersSkeleton = () => (
  <>
    <PageHead title="Offers" context={<Skeleton className="mt-1 h-3.5 w-80 max-w-full" />} />
    <div className="mb-3 flex h-[66px] items-center gap-10 rounded-md border border-default bg-surface px-4">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-4 w-40 max-sm:hidden" />
    </div>
    <Card>
      <div className="h-8 bg-sunken" />
      <SkeletonRows
        row={() => (
          <div className="flex h-10 items-center gap-10 border-t border-subtle px-4">
            <Skeleton className="h-3.5 w-14" />
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </div>
        )}
      />
    </Card>
  </>
)
