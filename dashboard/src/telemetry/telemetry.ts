import type { User } from '@loadping/contract/account/account'

export type ProductEvent = 'login' | 'app mounted'
export type TrackedUser = Pick<User, 'userId' | 'email'>

/** An outside service that gets some of the events. */
export type Listener = {
  track?: (event: ProductEvent) => void
  identify?: (user: TrackedUser) => void
  reportError?: (error: unknown) => void
  stop: () => void
}

/** Without consent (`off`) events are dropped; while listeners load (`buffering`) events are kept for them. */
type ListenerState =
  | { state: 'off' }
  | { state: 'buffering'; buffered: ((listener: Listener) => void)[] }
  | { state: 'attached'; listeners: Listener[] }

const maxBuffered = 50

let listenerState: ListenerState = { state: 'off' }

export const track = (event: ProductEvent): void => notify((listener) => listener.track?.(event))
export const identify = ({ userId, email }: TrackedUser): void =>
  notify((listener) => listener.identify?.({ userId, email }))
export const reportError = (error: unknown): void => notify((listener) => listener.reportError?.(error))

/** Starts to keep events for the listeners that are about to load. */
export function startBuffering(): void {
  if (listenerState.state === 'off') listenerState = { state: 'buffering', buffered: [] }
}

/** Sends the buffered events and all later ones to the listeners. */
export function attachListeners(listeners: Listener[]): void {
  const buffered = listenerState.state === 'buffering' ? listenerState.buffered : []
  listenerState = { state: 'attached', listeners }
  for (const event of buffered) notify(event)
}

/** Stops the listeners and drops all later events. */
export function detachListeners(): void {
  const { state } = listenerState
  const listeners = state === 'attached' ? listenerState.listeners : []
  listenerState = { state: 'off' }
  for (const { stop } of listeners) stop()
}

function notify(send: (listener: Listener) => void): void {
  if (listenerState.state === 'buffering' && listenerState.buffered.length < maxBuffered)
    listenerState.buffered.push(send)
  if (listenerState.state !== 'attached') return
  for (const listener of listenerState.listeners)
    try {
      send(listener)
    } catch {
      // A failing listener must never break the product.
    }
}
