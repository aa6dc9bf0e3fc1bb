import { telemetryApi } from '@loadping/contract/telemetry/telemetry.api'
import { implement } from '../http/implement.ts'

export const telemetryRoutes = implement(telemetryApi, {
  getServices: (ctx) => ctx.telemetry,
})
