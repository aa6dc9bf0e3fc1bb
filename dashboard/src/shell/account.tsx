import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '../api.ts'
import { paths } from '../paths.ts'
import { endSession } from '../session/session.ts'

/** Ends the session here and on the server, and leads to the sign-in; here it ends even when the server does not answer. */
export function useLogOut() {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    api.signIn.logout().catch(() => {}) // on its way with the token; the session here ends whatever becomes of it
    await navigate(paths.signIn)
    endSession()
    queryClient.clear()
  }
}

export const SignedInAs = ({ email }: { email: string }) => (
  <div className="flex items-center gap-3">
    <Avatar email={email} />
    <div className="min-w-0">
      <p className="text-caption text-secondary">Signed in as</p>
      <p className="truncate font-medium">{email}</p>
    </div>
  </div>
)

export const Avatar = ({ email }: { email: string }) => (
  <span
    aria-hidden="true"
    className="flex size-7 shrink-0 items-center justify-center rounded-full border border-accent-border bg-accent-subtle text-caption font-semibold text-accent-text"
  >
    {email.charAt(0).toUpperCase()}
  </span>
)
