import type { TelemetryServices } from '@loadping/contract/telemetry'
import { deviceId, isSampled } from './device.ts'
import type { Listener } from './telemetry.ts'

/** Loads what listens for the services that are set up; one whose code does not come is left out. Only measured devices tell product events. */
export async function loadListeners({ posthog, sentry }: TelemetryServices): Promise<Listener[]> {
  const device = deviceId()
  const isMeasured = isSampled(device)
  const loading: Promise<Listener>[] = []
  if (posthog && isMeasured)
    loading.push(import('./posthog-listener.ts').then(({ listenForPostHog }) => listenForPostHog(posthog, device)))
  if (sentry)
    loading.push(import('./sentry-listener.ts').then(({ listenForSentry }) => listenForSentry(sentry, isMeasured)))

  const loaded = await Promise.allSettled(loading)
  return loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
