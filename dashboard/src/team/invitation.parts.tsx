import { brand } from '@loadping/contract/brand'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { clearInvitation, readInvitationToken } from '../session/invitation.ts'
import { useInvitingTeam } from './invitation.data.ts'

/** Tells a guest about a pending invitation, until they decline it; renders nothing without one. */
export function InvitedNote() {
  const [token, setToken] = useState(readInvitationToken)

  function decline() {
    clearInvitation(token)
    setToken('')
  }

  return token && <Note token={token} onDecline={decline} />
}

function Note({ token, onDecline }: { token: string; onDecline: () => void }) {
  const team = useInvitingTeam(token)
  return (
    <div className="mb-6 flex items-start gap-2.5 rounded-md border border-accent-border bg-accent-subtle px-4 py-3 text-table text-accent-text">
      <Users size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
      <p className="min-w-0 flex-1 text-balance wrap-anywhere">
        You were invited to {team === undefined ? 'a team' : <bdi className="font-semibold">{team}</bdi>} on{' '}
        {brand.name}. Sign in to join it.
      </p>
      <button
        type="button"
        className="-my-1 min-h-7 shrink-0 font-medium underline underline-offset-3 max-sm:-my-3 max-sm:min-h-11"
        onClick={onDecline}
      >
        Not now
      </button>
    </div>
  )
}
