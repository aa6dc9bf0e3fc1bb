import { brand } from '@loadping/contract/brand'
import { Users } from 'lucide-react'

/** Says that an invitation to a team waits for whoever signs in. */
export const InvitedNote = () => (
  <p className="mb-6 flex gap-2.5 rounded-md border border-accent-border bg-accent-subtle px-4 py-3 text-table text-balance text-accent-text">
    <Users size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
    You were invited to a team on {brand.name}. Sign in to join it.
  </p>
)
