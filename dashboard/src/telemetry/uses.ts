import type { TelemetryServices } from '@loadping/contract/telemetry'

/** What the services that are set up would get, in a person's words. */
export function uses({ posthog, sentry, chat }: TelemetryServices): string {
  const sentences = [
    posthog && 'PostHog counts sign-ins and visits on one device in ten.',
    sentry && 'Sentry gets errors, and what the screen looked like, with all text masked.',
    chat && 'The chat gets your email address.',
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}
