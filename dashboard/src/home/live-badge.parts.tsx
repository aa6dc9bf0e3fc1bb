import { Badge } from '../ui/badge.tsx'
import { useIsLive } from './live.data.ts'

/** Says that changes show by themselves. */
export const LiveBadge = () =>
  useIsLive() && (
    <span className="ml-1 align-middle">
      <Badge tone="accent">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
        Live
      </Badge>
    </span>
  )
