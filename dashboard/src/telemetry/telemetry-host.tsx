import { useEffect, useRef } from 'react'
import { useSession } from '../session/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { asksNotToTrack, isAnySetUp, useConsent, useHasConsent, useServices } from './telemetry.data.ts'
import { attachListeners, detachListeners, startBuffering, track } from './telemetry.ts'

const ConsentBanner = lazyPart(async () => (await import('./consent-banner.tsx')).ConsentBanner)
const Chat = lazyPart(async () => (await import('./chat.tsx')).Chat)

/** Loads the services that are set up after the user consents, and nothing before. */
export function TelemetryHost() {
  const services = useServices()
  const hasConsent = useHasConsent()
  const isUndecided = useConsent(({ choice }) => choice === undefined) && !asksNotToTrack()
  const isAuth = useSession((session) => session.isAuth)
  const email = useSession((session) => session.email)
  const isSetUp = isAnySetUp(services)

  const hasTrackedMount = useRef(false)

  useEffect(() => {
    if (!hasConsent) return
    startBuffering()
    if (!hasTrackedMount.current) track('app mounted')
    hasTrackedMount.current = true
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
    <>
      {isAuth && isSetUp && isUndecided && <ConsentBanner services={services} />}
      {isAuth && hasConsent && services.chat && email && <Chat url={services.chat.url} email={email} />}
    </>
  )
}
