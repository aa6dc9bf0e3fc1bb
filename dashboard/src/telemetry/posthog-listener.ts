import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { PostHog } from 'posthog-js-lite'
import { redactText } from './redact.ts'
import type { Listener } from './telemetry.ts'

type Properties = NonNullable<Parameters<PostHog['capture']>[1]>

/** Sends product events to PostHog by device and user id, never by name or address. */
export function listenForPostHog({ key, host }: NonNullable<TelemetryServices['posthog']>, deviceId: string): Listener {
  const posthog = new PostHog(key, {
    host,
    bootstrap: { distinctId: deviceId },
    persistence: 'memory',
    autocapture: false,
    captureHistoryEvents: false,
    preloadFeatureFlags: false,
    disableRemoteFeatureFlags: true,
    disableRemoteConfig: true,
    disableSurveys: true,
    disableCompression: true,
    flushAt: 1,
    before_send: (event) => ({ ...event, properties: redactProperties(event.properties ?? {}) }),
  })
  return {
    track: (event) => posthog.capture(event),
    identify: ({ userId }) => posthog.identify(userId),
    stop: () => {
      void posthog.optOut()
      void posthog.shutdown()
    },
  }
}

/** Keeps plain values, with addresses and secrets redacted; `token` is PostHog's own key. */
function redactProperties(properties: Properties): Properties {
  const redacted: Properties = {}
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') redacted[name] = name === 'token' ? value : redactText(value)
    if (typeof value === 'number' || typeof value === 'boolean') redacted[name] = value
  }
  return redacted
}
