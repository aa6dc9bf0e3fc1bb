import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { dropArrival, useArrival } from './arrival.ts'
import { CheckInbox } from './check-inbox.tsx'
import { LinkProof } from './link-proof.tsx'
import { PairProof } from './pair-proof.tsx'
import { ProviderProof } from './provider-proof.tsx'

/** What follows the sign-in form: what was brought here is proved, or the code of the mail is typed. */
export function VerifyingScreen() {
  const { email, token, accessToken, refreshToken, redirect } = useArrival()
  useEffect(() => dropArrival, [])

  if (accessToken && refreshToken) return <PairProof accessToken={accessToken} refreshToken={refreshToken} redirect={redirect} />
  if (accessToken) return <ProviderProof accessToken={accessToken} redirect={redirect} />
  if (!email) return <Navigate to={paths.signInFor(redirect)} replace />
  if (token) return <LinkProof email={email} token={token} redirect={redirect} />
  return <CheckInbox email={email} redirect={redirect} />
}
