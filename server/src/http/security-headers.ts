import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Deps } from '../context.ts'
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

/**
 * Returns a function that sets strict security headers: own scripts only, no framing, no referrer, no caching, plus the
 * configured services.
 */
export function createSecure({
  telemetry: { posthog, sentry, chat },
  tileServer,
  apiHosts,
}: Pick<Deps, 'telemetry' | 'tileServer' | 'apiHosts'>): (reply: FastifyReply) => void {
  const services = [posthog?.host, sentry?.dsn, ...apiHosts.map(({ origin }) => origin)].flatMap((url) =>
    url ? [originOf(url)] : [],
  )
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Email bodies use inline styles, and preview frames inherit this policy.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', ...(tileServer ? [originOf(tileServer.url)] : [])],
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
  const headers = {
    ...headersSetBy(setHeaders),
    'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    'reporting-endpoints': `csp="${reportsPath}"`,
    'cache-control': 'no-store', // cacheable files override this
  }
  return (reply) => void reply.headers(headers)
}

/** Returns what a middleware sets on every response, so that it runs once. */
function headersSetBy(middleware: ReturnType<typeof helmet>): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, () => {})
  return response.getHeaders()
}
