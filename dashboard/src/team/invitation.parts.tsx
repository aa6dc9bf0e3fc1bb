import { brand } from '@loadping/contract/brand'
import { Users } from 'lucide-react'
import { clearInvitation, useInvitationToken } from '../session/invitation.ts'
import { usePendingInvitation } from './invitation.data.ts'

/** Tells a guest who invited them to which team, until they decline it; renders nothing without an invitation. */
export function InvitedNote() {
  const token = useInvitationToken()
  const invitation = usePendingInvitation()
  if (!token) return null

  return (
    <div className="mb-6 flex items-start gap-2.5 rounded-md border border-accent-border bg-accent-subtle px-4 py-3 text-table text-accent-text">
      <Users size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
      <p className="min-w-0 flex-1 text-balance wrap-anywhere">
        {invitation ? (
          <>
            <bdi>{invitation.invitedBy}</bdi> invited you to{' '}
            <bdi className="font-semibold">{invitation.organization.name}</bdi>
          </>
        ) : (
          'You were invited to a team'
        )}{' '}
        on {brand.name}. Continue below to join it.
      </p>
      <button
        type="button"
        className="-my-1 min-h-7 shrink-0 font-medium underline underline-offset-3 max-sm:-my-3 max-sm:min-h-11"
        onClick={() => clearInvitation(token)}
      >
        Not now
      </button>
    </div>
  )
}
