import helmet from '@fastify/helmet'
import type { TelemetryServices } from '@loadping/contract/telemetry'
import type { FastifyInstance } from 'fastify'
import { reportsPath } from './policy-reports.ts'

const refusedFeatures = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb']

const originOf = (address: string): string => new URL(address).origin

/** What the browser may do with our pages: our own scripts, no frames around us, no address of ours to others; only what the operator has set up comes on top. */
export function secureHeaders(app: FastifyInstance, { posthog, sentry, chat }: TelemetryServices): void {
  const services = [posthog?.host, sentry?.dsn].flatMap((address) => (address ? [originOf(address)] : []))

  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"], // mail bodies are made of inline styles, and a preview frame inherits this policy
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...services],
        'frame-src': ["'self'", ...(chat ? [originOf(chat.url)] : [])],
        'worker-src': sentry ? ["'self'", 'blob:'] : ["'none'"], // a replay is packed in a worker
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['default', 'dompurify', 'ProseMirrorClipboard'],
        'report-uri': [reportsPath],
        'report-to': ['csp'],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', refusedFeatures.map((feature) => `${feature}=()`).join(', '))
    reply.header('reporting-endpoints', `csp="${reportsPath}"`)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
