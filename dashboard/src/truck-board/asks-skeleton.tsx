import { SkeletonRows } from '../ui/list/skeleton-rows.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Asks that load. */
export const AsksSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="px-6 py-4 max-sm:px-4">
    <SkeletonRows
      count={6}
      row={() => (
        <div className="border-b border-subtle py-3">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-2 h-3 w-2/5" />
        </div>
      )}
    />
  </div>
)
