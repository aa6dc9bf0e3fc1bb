import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { clearAuthParams, useAuthParams, usePersistAuthParams } from './auth-params.ts'
import type { AuthParams } from './auth-params-url.ts'
import { CheckInbox } from './check-inbox.tsx'
import { VerifyLink } from './verify-link.tsx'
import { VerifyProvider } from './verify-provider.tsx'
import { VerifyTokens } from './verify-tokens.tsx'

/** What follows the sign-in form: what was brought here is proved, or the code of the mail is typed; with neither one starts again. */
export function VerifyingScreen() {
  const arrival = useAuthParams()
  useEffect(() => clearAuthParams, [])

  if (!arrival.accessToken && !arrival.email) return <Navigate to={paths.signInFor(arrival.redirect)} replace />
  return <Verifying arrival={arrival} />
}

function Verifying({ arrival }: { arrival: AuthParams }) {
  const { email = '', token, accessToken, refreshToken, redirect } = arrival
  usePersistAuthParams(arrival)

  if (accessToken && refreshToken)
    return <VerifyTokens accessToken={accessToken} refreshToken={refreshToken} redirect={redirect} />
  if (accessToken) return <VerifyProvider accessToken={accessToken} redirect={redirect} />
  if (token) return <VerifyLink email={email} token={token} redirect={redirect} />
  return <CheckInbox email={email} redirect={redirect} />
}
