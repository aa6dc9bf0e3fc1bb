import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'

/** Which outside services the operator has set up; null is none. The dashboard loads one only after the person agreed (D9.4). */
export const TelemetryServices = z.object({
  posthog: z.nullable(z.object({ host: z.url(), key: z.string() })),
  sentry: z.nullable(z.object({ dsn: z.url() })),
  /** A page that is shown in a frame and is told the person's email address by `postMessage`. */
  chat: z.nullable(z.object({ url: z.url() })),
})
export type TelemetryServices = z.infer<typeof TelemetryServices>

export const telemetryApi = defineApi({
  getServices: { access: 'public', method: 'GET', path: '/telemetry', response: TelemetryServices },
})
