import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '../session/session.ts'
import { asksNotToTrack, isAnySetUp, useChoice, useHasConsent, useServices } from './telemetry.data.ts'
import { listenWith, startListening, stopListening, track } from './telemetry.ts'

const ConsentBanner = lazy(async () => ({ default: (await import('./consent-banner.tsx')).ConsentBanner }))
const Chat = lazy(async () => ({ default: (await import('./chat.tsx')).Chat }))

/** Lets the services that are set up listen, once the person agreed; until then, and where nothing is set up, nobody does. */
export function TelemetryHost() {
  const services = useServices()
  const hasConsent = useHasConsent()
  const isUndecided = useChoice(({ choice }) => choice === undefined) && !asksNotToTrack()
  const isAuth = useSession((session) => session.isAuth)
  const email = useSession((session) => session.email)
  const isSetUp = isAnySetUp(services)

  const hasToldMount = useRef(false)

  useEffect(() => {
    if (!hasConsent) return
    startListening()
    if (!hasToldMount.current) track('app mounted')
    hasToldMount.current = true
    return stopListening
  }, [hasConsent])

  useEffect(() => {
    if (!hasConsent || !isSetUp) return
    let isCurrent = true
    void (async () => {
      const { loadListeners } = await import('./listeners.ts')
      const listeners = await loadListeners(services)
      if (isCurrent) return listenWith(listeners)
      for (const { stop } of listeners) stop()
    })()
    return () => {
      isCurrent = false
    }
  }, [hasConsent, isSetUp, services])

  return (
    <Suspense>
      {isAuth && isSetUp && isUndecided && <ConsentBanner services={services} />}
      {isAuth && hasConsent && services.chat && email && <Chat url={services.chat.url} email={email} />}
    </Suspense>
  )
}
