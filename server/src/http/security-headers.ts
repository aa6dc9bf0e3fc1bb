import type { TelemetryServices } from '@loadping/contract/telemetry'
import type { FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { reportsPath } from './csp-reports.ts'

const refusedFeatures = [
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

const originOf = (address: string): string => new URL(address).origin

/** Puts the headers on an answer that say what a browser may do with it. */
export type Secure = (request: FastifyRequest, reply: FastifyReply) => void

/** Our own scripts, no frames around us, no address of ours to others, nothing kept; only what the operator has set up comes on top. */
export function createSecure({ posthog, sentry, chat }: TelemetryServices): Secure {
  const services = [posthog?.host, sentry?.dsn].flatMap((address) => (address ? [originOf(address)] : []))
  const setHeaders = helmet({
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
    reply.header('permissions-policy', refusedFeatures.map((feature) => `${feature}=()`).join(', '))
    reply.header('reporting-endpoints', `csp="${reportsPath}"`)
    reply.header('cache-control', 'no-store') // files that may be kept say so themselves
  }
}
