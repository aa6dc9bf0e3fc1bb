import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'

/** The configured external services, or null. The dashboard loads one only after the user consents. */
export const TelemetryServices = z.object({
  posthog: z.nullable(z.object({ host: z.url(), key: z.string() })),
  sentry: z.nullable(z.object({ dsn: z.url() })),
  /** A page shown in a frame that receives the user's email address by `postMessage`. */
  chat: z.nullable(z.object({ url: z.url() })),
})
export type TelemetryServices = z.infer<typeof TelemetryServices>

export const telemetryApi = defineApi({
  getServices: { access: 'public', method: 'GET', path: '/telemetry', response: TelemetryServices },
})
