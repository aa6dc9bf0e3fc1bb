import { extensionBridge } from '@loadping/contract/extension-bridge'
import type { TelemetryServices } from '@loadping/contract/telemetry'
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

/** Hears errors, and sees the page with all text masked, all media left out, and nothing of the hidden element. */
export function listenForSentry({ dsn }: NonNullable<TelemetryServices['sentry']>, isReplayed: boolean): Listener {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    block: [`#${extensionBridge.codeId}`],
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt', 'value'],
    stickySession: false,
    useCompression: false, // its worker is a script that the page's policy does not let in
    beforeAddRecordingEvent: () => null, // breadcrumbs and timings name every address that was asked for
  })
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [globalHandlersIntegration(), dedupeIntegration(), replay],
    replaysSessionSampleRate: isReplayed ? 1 : 0,
    replaysOnErrorSampleRate: 1,
    sendClientReports: false,
    transport: (options) => {
      const { send, flush } = makeFetchTransport(options)
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

/** Takes addresses and secrets out of all that would leave, whichever part of the service made it. */
export function redactEnvelope(envelope: Envelope): Envelope
export function redactEnvelope([about, items]: Parts): unknown {
  return [about, items.map(([header, payload]) => cutItem(header, redactDeep(payload)))]
}

/** The length is what tells the service where a text ends. */
const cutItem = (header: object, payload: unknown): [object, unknown] =>
  typeof payload === 'string' && 'length' in header
    ? [{ ...header, length: new TextEncoder().encode(payload).length }, payload]
    : [header, payload]
