import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'

const VerifyEmailDialog = lazy(async () => ({ default: (await import('./verify-email-dialog.tsx')).VerifyEmailDialog }))

const parameter = 'verify'

/** Tells whoever tried to send without a mailbox how to get one. The address asks for it, with `?verify=email`, and forgets it at once. */
export function VerifyEmail() {
  const { data: me } = useMe()
  const [query, setQuery] = useSearchParams()
  const [isAsked, setAsked] = useState(false)
  const isInAddress = query.has(parameter)
  const canSend = me.accountVerified

  useEffect(() => {
    if (!isInAddress) return
    setAsked(!canSend)
    setQuery(without, { replace: true, preventScrollReset: true })
  }, [isInAddress, canSend, setQuery])

  if (!isAsked || canSend) return null
  return (
    <Suspense>
      <VerifyEmailDialog email={me.email} onClose={() => setAsked(false)} />
    </Suspense>
  )
}

/** Answers what opens that on the page where one is. */
export function useAskToVerify(): () => void {
  const [, setQuery] = useSearchParams()
  return () =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        next.set(parameter, 'email')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
}

function without(current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current)
  next.delete(parameter)
  return next
}
