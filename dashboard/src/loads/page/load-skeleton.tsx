import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadLayout } from './load-layout.tsx'

/** A card whose content loads. */
export const CardSkeleton = ({ lines }: { lines: number }) => (
  <Card className="p-4">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position.
      <Skeleton key={line} className={`mb-3 h-3.5 last:mb-0 ${line === 0 ? 'w-32' : 'w-full'}`} />
    ))}
  </Card>
)

/** The page's three columns while the load is fetched. */
export const LoadSkeleton = () => (
  <LoadLayout
    isRightOpen={false}
    onRightOpen={() => {}}
    left={
      <>
        <Skeleton className="h-5 w-40" />
        <CardSkeleton lines={6} />
        <CardSkeleton lines={5} />
      </>
    }
    map={<div className="absolute inset-0 bg-sunken" />}
    strip={<CardSkeleton lines={3} />}
    right={
      <>
        <CardSkeleton lines={8} />
        <CardSkeleton lines={4} />
      </>
    }
  />
)
