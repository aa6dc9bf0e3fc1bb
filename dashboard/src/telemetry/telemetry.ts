import type { User } from '@loadping/contract/account'

export type ProductEvent = 'login' | 'app mounted'
export type Person = Pick<User, 'userId' | 'email'>

/** A service outside that wants to hear some of it. */
export type Listener = { track?: (event: ProductEvent) => void; identify?: (person: Person) => void; reportError?: (error: unknown) => void; stop: () => void }

/** `no` hears nothing and keeps nothing; while `soon`, what happens waits for the listeners that are on their way. */
type Ears = { state: 'no' } | { state: 'soon'; heard: ((listener: Listener) => void)[] } | { state: 'here'; listeners: Listener[] }

const mostHeard = 50

let ears: Ears = { state: 'no' }

export const track = (event: ProductEvent): void => tell((listener) => listener.track?.(event))
export const identify = ({ userId, email }: Person): void => tell((listener) => listener.identify?.({ userId, email }))
export const reportError = (error: unknown): void => tell((listener) => listener.reportError?.(error))

/** From now on, what happens is kept for the listeners that will come. */
export function startListening(): void {
  if (ears.state === 'no') ears = { state: 'soon', heard: [] }
}

/** The listeners are here: they hear what they missed, and all that follows. */
export function listenWith(listeners: Listener[]): void {
  const missed = ears.state === 'soon' ? ears.heard : []
  ears = { state: 'here', listeners }
  for (const said of missed) tell(said)
}

/** Nobody hears anything any more, and nothing is kept. */
export function stopListening(): void {
  const { state } = ears
  const listeners = state === 'here' ? ears.listeners : []
  ears = { state: 'no' }
  for (const { stop } of listeners) stop()
}

function tell(say: (listener: Listener) => void): void {
  if (ears.state === 'soon' && ears.heard.length < mostHeard) ears.heard.push(say)
  if (ears.state !== 'here') return
  for (const listener of ears.listeners)
    try {
      say(listener)
    } catch {
      // What watches the product must never break it.
    }
}
