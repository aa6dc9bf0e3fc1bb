import type { User } from '@loadping/contract/account'

export type ProductEvent = 'login' | 'app mounted'
export type Person = Pick<User, 'userId' | 'email'>

/** A service outside that wants to hear some of it. */
export type Listener = {
  track?: (event: ProductEvent) => void
  identify?: (person: Person) => void
  reportError?: (error: unknown) => void
  stop: () => void
}

/** `no` hears nothing and keeps nothing; while `soon`, what happens waits for the listeners that are on their way. */
type ListenerState =
  | { state: 'no' }
  | { state: 'soon'; buffered: ((listener: Listener) => void)[] }
  | { state: 'here'; listeners: Listener[] }

const maxBuffered = 50

let listenerState: ListenerState = { state: 'no' }

export const track = (event: ProductEvent): void => notify((listener) => listener.track?.(event))
export const identify = ({ userId, email }: Person): void =>
  notify((listener) => listener.identify?.({ userId, email }))
export const reportError = (error: unknown): void => notify((listener) => listener.reportError?.(error))

/** From now on, what happens is kept for the listeners that will come. */
export function startBuffering(): void {
  if (listenerState.state === 'no') listenerState = { state: 'soon', buffered: [] }
}

/** The listeners are here: they hear what they missed, and all that follows. */
export function attachListeners(listeners: Listener[]): void {
  const missed = listenerState.state === 'soon' ? listenerState.buffered : []
  listenerState = { state: 'here', listeners }
  for (const said of missed) notify(said)
}

/** Nobody hears anything any more, and nothing is kept. */
export function detachListeners(): void {
  const { state } = listenerState
  const listeners = state === 'here' ? listenerState.listeners : []
  listenerState = { state: 'no' }
  for (const { stop } of listeners) stop()
}

function notify(say: (listener: Listener) => void): void {
  if (listenerState.state === 'soon' && listenerState.buffered.length < maxBuffered) listenerState.buffered.push(say)
  if (listenerState.state !== 'here') return
  for (const listener of listenerState.listeners)
    try {
      say(listener)
    } catch {
      // What watches the product must never break it.
    }
}
