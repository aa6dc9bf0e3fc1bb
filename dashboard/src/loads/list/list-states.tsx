import { Problem } from '@loadping/contract/wire/problem'
import { Bookmark, ExternalLink, RotateCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../error-message.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const icon = { size: 24, strokeWidth: 1.6, 'aria-hidden': true }

export const NoLoads = ({ children }: { children: ReactNode }) => (
  <Card>
    <EmptyState
      icon={<Bookmark {...icon} />}
      title="No saved loads yet"
      text="A load that you email about from a board shows up here, with its rate, miles and broker as you saw them."
    >
      <a href={paths.practice} className={buttonStyle('primary')}>
        <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
        Open practice board
      </a>
      {children}
    </EmptyState>
  </Card>
)

/** Says that the loads could not be fetched, with a retry. */
export const LoadsFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Card>
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span
        aria-hidden="true"
        className="flex size-12 items-center justify-center rounded-md bg-danger-subtle text-danger-text"
      >
        <WifiOff {...icon} />
      </span>
      <h2 className="mt-5 text-lead font-semibold">Couldn't load your loads</h2>
      <p className="mt-1 max-w-105 text-table text-secondary">
        {errorMessage(error, "We can't reach the server. Your saved loads are safe.", ['too-many'])}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={<RotateCw size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={onRetry}>
          Try again
        </Button>
      </div>
      {error instanceof Problem && <p className="mt-5 text-caption text-muted">GET /loads · {error.code}</p>}
    </div>
  </Card>
)

const widths = ['w-[72%]', 'w-[86%]', 'w-full', 'w-[64%]']
const columns = [1.6, 3.4, 3.4, 1.3, 1.2, 1.6, 1.2, 1.2, 1.6, 1.1, 4, 3, 0.9, 3]

/** Copies the table's layout, on a phone the cards'. */
export const ListSkeleton = () => (
  <div role="status" aria-label="Loading your loads">
    <Card className="max-sm:hidden">
      <div className="h-8 bg-sunken" />
      <SkeletonRows
        count={14}
        row={(row) => (
          <div
            className="grid h-9 items-center gap-4 border-t border-subtle px-4"
            style={{ gridTemplateColumns: columns.map((share) => `${share}fr`).join(' ') }}
          >
            {columns.map((share, column) => (
              <Skeleton
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
                key={`${share}-${column}`}
                className={`h-3 ${widths[(row + column) % widths.length]}`}
              />
            ))}
          </div>
        )}
      />
    </Card>
    <div className="flex flex-col gap-2 sm:hidden">
      <SkeletonRows
        count={4}
        row={() => (
          <Card className="p-4">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-3 h-5 w-44" />
            <Skeleton className="mt-2 h-5 w-36" />
            <Skeleton className="mt-3 h-4 w-56" />
          </Card>
        )}
      />
    </div>
  </div>
)
