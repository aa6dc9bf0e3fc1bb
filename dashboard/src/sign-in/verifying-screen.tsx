import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { dropArrival, useArrival, useKeptArrival } from './arrival.ts'
import type { Arrival } from './arrival-address.ts'
import { CheckInbox } from './check-inbox.tsx'
import { LinkProof } from './link-proof.tsx'
import { PairProof } from './pair-proof.tsx'
import { ProviderProof } from './provider-proof.tsx'

/** What follows the sign-in form: what was brought here is proved, or the code of the mail is typed; with neither one starts again. */
export function VerifyingScreen() {
  const arrival = useArrival()
  useEffect(() => dropArrival, [])

  if (!arrival.accessToken && !arrival.email) return <Navigate to={paths.signInFor(arrival.redirect)} replace />
  return <Verifying arrival={arrival} />
}

function Verifying({ arrival }: { arrival: Arrival }) {
  const { email = '', token, accessToken, refreshToken, redirect } = arrival
  useKeptArrival(arrival)

  if (accessToken && refreshToken) return <PairProof accessToken={accessToken} refreshToken={refreshToken} redirect={redirect} />
  if (accessToken) return <ProviderProof accessToken={accessToken} redirect={redirect} />
  if (token) return <LinkProof email={email} token={token} redirect={redirect} />
  return <CheckInbox email={email} redirect={redirect} />
}
