import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { CheckInbox } from './check-inbox.tsx'
import { LinkProof } from './link-proof.tsx'
import { findLinkToken } from './link-token.ts'

/** What follows the sign-in form: the link that was opened, or the code that is typed here. */
export function VerifyingScreen() {
  const [query] = useSearchParams()
  const email = query.get('email')
  const redirect = query.get('redirect') ?? undefined
  const [token, setToken] = useState(findLinkToken)

  if (!email) return <Navigate to={paths.signInFor(redirect)} replace />
  if (token) return <LinkProof email={email} token={token} redirect={redirect} onNewLink={() => setToken(undefined)} />
  return <CheckInbox email={email} redirect={redirect} />
}
