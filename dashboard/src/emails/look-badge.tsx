import { Badge } from '../ui/badge.tsx'
import type { Look } from './email-looks.ts'

/** How a contact stands, by icon and word. */
export const LookBadge = ({ look: { words, Icon, tone } }: { look: Look }) => (
  <Badge tone={tone}>
    <Icon size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
    {words}
  </Badge>
)
