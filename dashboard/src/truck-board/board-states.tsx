import { ClipboardPaste, Plus, Truck } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

export const NoTrucks = ({ onAdd, onPaste }: { onAdd: () => void; onPaste: () => void }) => (
  <Card>
    <EmptyState
      icon={<Truck size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="No trucks yet"
      text="Add your trucks, and each shows where and when it is empty, what you asked for it, and whom to call."
    >
      <Button variant="primary" icon={<Plus {...icon} />} onPress={onAdd}>
        Add a truck
      </Button>
      <Button icon={<ClipboardPaste {...icon} />} onPress={onPaste}>
        Paste trucks
      </Button>
    </EmptyState>
  </Card>
)

/** Copies the layout of the board, on a phone that of its cards. */
export const BoardSkeleton = () => (
  <div role="status" aria-label="Loading your trucks">
    <PageHead title="Trucks" context={<Skeleton className="mt-1.5 h-3.5 w-64" />} />
    <Card className="mt-14 max-sm:hidden">
      <div className="h-8 bg-sunken" />
      <SkeletonRows
        count={8}
        row={() => (
          <div className="grid h-14 grid-cols-[1fr_1.4fr_1.2fr_0.7fr_1.3fr_0.7fr_0.7fr_1.6fr] items-center gap-4 border-t border-subtle px-3">
            {['truck', 'place', 'empty', 'drive', 'week', 'asks', 'best', 'answer'].map((column) => (
              <Skeleton key={column} className="h-3 w-4/5" />
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
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-3 h-4 w-48" />
            <Skeleton className="mt-4 h-2 w-full" />
            <Skeleton className="mt-4 h-4 w-40" />
          </Card>
        )}
      />
    </div>
  </div>
)
