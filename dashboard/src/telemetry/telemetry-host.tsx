import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '../session/session.ts'
import { asksNotToTrack, isAnySetUp, useConsent, useHasConsent, useServices } from './telemetry.data.ts'
import { attachListeners, detachListeners, startBuffering, track } from './telemetry.ts'

const ConsentBanner = lazy(async () => ({ default: (await import('./consent-banner.tsx')).ConsentBanner }))
const Chat = lazy(async () => ({ default: (await import('./chat.tsx')).Chat }))

/** Lets the services that are set up listen, once the person agreed; until then, and where nothing is set up, nobody does. */
export function TelemetryHost() {
  const services = useServices()
  const hasConsent = useHasConsent()
  const isUndecided = useConsent(({ choice }) => choice === undefined) && !asksNotToTrack()
  const isAuth = useSession((session) => session.isAuth)
  const email = useSession((session) => session.email)
  const isSetUp = isAnySetUp(services)

  const hasToldMount = useRef(false)

  useEffect(() => {
    if (!hasConsent) return
    startBuffering()
    if (!hasToldMount.current) track('app mounted')
    hasToldMount.current = true
    return detachListeners
  }, [hasConsent])

  useEffect(() => {
    if (!hasConsent || !isSetUp) return
    let isCurrent = true
    void (async () => {
      const { loadListeners } = await import('./listeners.ts')
      const listeners = await loadListeners(services)
      if (isCurrent) return attachListeners(listeners)
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
