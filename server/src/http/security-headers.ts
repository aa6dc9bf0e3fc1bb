import type { TelemetryServices } from '@loadping/contract/telemetry'
import type { FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { reportsPath } from './csp-reports.ts'

const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

const originOf = (url: string): string => new URL(url).origin

/** Sets the security headers of a response. */
export type Secure = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Creates strict security headers: own scripts only, no framing, no referrer, no caching, plus the configured services.
 */
export function createSecure({ posthog, sentry, chat }: TelemetryServices): Secure {
  const services = [posthog?.host, sentry?.dsn].flatMap((url) => (url ? [originOf(url)] : []))
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Email bodies use inline styles, and preview frames inherit this policy.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...services],
        'frame-src': ["'self'", ...(chat ? [originOf(chat.url)] : [])],
        'worker-src': ["'none'"],
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
  return (request, reply) => {
    setHeaders(request.raw, reply.raw, () => {})
    reply.header('permissions-policy', deniedFeatures.map((feature) => `${feature}=()`).join(', '))
    reply.header('reporting-endpoints', `csp="${reportsPath}"`)
    reply.header('cache-control', 'no-store') // cacheable files override this
  }
}
