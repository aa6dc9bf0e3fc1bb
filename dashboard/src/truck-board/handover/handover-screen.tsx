import { brand } from '@loadping/contract/brand'
import '@loadping/contract/truck-board/truck-board' // loads the endpoints with the screen, not after it
import { Section } from '../../section.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HandoverPage } from './handover.tsx'

/** What is open of a person's trucks, and who takes them over. */
export const HandoverScreen = () => (
  <>
    <title>{`Shift handover · ${brand.name}`}</title>
    <Section what="the shift handover" isPage skeleton={<HandoverSkeleton />}>
      <HandoverPage />
    </Section>
  </>
)

const HandoverSkeleton = () => (
  <div role="status" aria-label="Loading the shift handover">
    <PageHead title="Shift handover" context={<Skeleton className="mt-1.5 h-3.5 w-80 max-w-full" />} />
    <Card>
      <SkeletonRows
        count={4}
        row={() => (
          <div className="border-b border-default">
            <div className="flex h-9 items-center bg-sunken px-4">
              <Skeleton className="h-3.5 w-44" />
            </div>
            {['first', 'second'].map((line) => (
              <div
                key={line}
                className="grid h-8 grid-cols-[112px_1fr_1.1fr_60px_1.25fr] items-center gap-3 border-t border-subtle px-4 max-sm:grid-cols-[1fr_1fr] max-sm:[&>:nth-child(n+3)]:hidden"
              >
                {['kind', 'who', 'lane', 'ask', 'text'].map((column) => (
                  <Skeleton key={column} className="h-3 w-4/5" />
                ))}
              </div>
            ))}
          </div>
        )}
      />
    </Card>
  </div>
)
