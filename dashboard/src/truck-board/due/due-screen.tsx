import { brand } from '@loadping/contract/brand'
import '@loadping/contract/truck-board/truck-board' // loads the endpoints with the screen, not after it
import { Section } from '../../section.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DueCallsPage } from './due-calls.tsx'

/** The asks that are due for a call, one after the other. */
export const DueScreen = () => (
  <>
    <title>{`Due calls · ${brand.name}`}</title>
    <Section what="your due calls" isPage skeleton={<DueSkeleton />}>
      <DueCallsPage />
    </Section>
  </>
)

const DueSkeleton = () => (
  <div role="status" aria-label="Loading your due calls">
    <PageHead title="Due calls" context={<Skeleton className="mt-1.5 h-3.5 w-56" />} />
    <Card>
      <SkeletonRows
        count={6}
        row={() => (
          <div className="grid h-14 grid-cols-[2fr_1fr_1fr_0.5fr_0.5fr] items-center gap-4 border-b border-subtle px-4">
            {['broker', 'phone', 'truck', 'ask', 'waiting'].map((column) => (
              <Skeleton key={column} className="h-3 w-4/5" />
            ))}
          </div>
        )}
      />
    </Card>
  </div>
)
