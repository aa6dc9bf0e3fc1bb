import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import {
  captureException,
  close,
  dedupeIntegration,
  globalHandlersIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
} from '@sentry/browser'
import { redactDeep } from './redact.ts'
import type { Listener } from './telemetry.ts'

type Transport = ReturnType<typeof makeFetchTransport>
type Envelope = Parameters<Transport['send']>[0]

/** Sends errors and a screen replay to Sentry, with text masked and without media and the pairing code. */
export function listenForSentry({ dsn }: NonNullable<TelemetryServices['sentry']>, isReplayed: boolean): Listener {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    block: [`#${extensionBridge.codeId}`],
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt', 'value'],
    stickySession: false,
    useCompression: false, // the content security policy blocks its worker
    beforeAddRecordingEvent: () => null, // breadcrumbs and timings contain every requested address
  })
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [globalHandlersIntegration(), dedupeIntegration(), replay],
    replaysSessionSampleRate: isReplayed ? 1 : 0,
    replaysOnErrorSampleRate: 1,
    sendClientReports: false,
    transport: (options) => {
      // Without it, Sentry takes a fetch from a hidden frame whenever an extension or a test replaced the page's own.
      const pageFetch: typeof fetch = (...request) => fetch(...request)
      const { send, flush } = makeFetchTransport(options, pageFetch)
      return { send: (envelope) => send(redactEnvelope(envelope)), flush }
    },
  })
  return {
    identify: ({ userId }) => setUser({ id: userId }),
    reportError: (error) => void captureException(error),
    stop: () => {
      void replay.stop()
      void close()
    },
  }
}

type Parts = readonly [unknown, readonly (readonly [object, unknown])[]]

/** Redacts everything that Sentry would send, whichever integration produced it. */
export function redactEnvelope(envelope: Envelope): Envelope
export function redactEnvelope([header, items]: Parts): unknown {
  return [header, items.map(([itemHeader, payload]) => redactItem(itemHeader, redactDeep(payload)))]
}

/** Updates the length, by which Sentry finds the end of a text. */
const redactItem = (header: object, payload: unknown): [object, unknown] =>
  typeof payload === 'string' && 'length' in header
    ? [{ ...header, length: new TextEncoder().encode(payload).length }, payload]
    : [header, payload]
