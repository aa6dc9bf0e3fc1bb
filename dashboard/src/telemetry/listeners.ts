import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { deviceId, isSampled } from './device.ts'
import type { Listener } from './telemetry.ts'

/**
 * Loads the listeners of the services that are set up, without those that fail to load. PostHog listens on measured
 * devices only.
 */
export async function loadListeners({ posthog, sentry }: TelemetryServices): Promise<Listener[]> {
  const device = deviceId()
  const isMeasured = isSampled(device)
  const loading: Promise<Listener>[] = []
  if (posthog && isMeasured)
    loading.push(import('./posthog-listener.ts').then(({ listenForPostHog }) => listenForPostHog(posthog, device)))
  if (sentry)
    loading.push(import('./sentry-listener.ts').then(({ listenForSentry }) => listenForSentry(sentry, isMeasured)))

  const loaded = await Promise.allSettled(loading)
  return loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
