import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export const ChecksSkeleton = () => (
  <Card className="p-4">
    <Skeleton className="mb-4 h-5 w-40" />
    <Skeleton className="h-60 w-full" />
  </Card>
)
