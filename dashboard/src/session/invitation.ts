import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'

const openedKey = 'loadping.invitation'
const confirmedKey = 'loadping.invitation-confirmed'

/** Returns the token of the last opened and still pending invitation; empty without one. */
export const readInvitationToken = (): string => browserStorage.read(openedKey) ?? ''

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** The same token, followed while it changes in this page. */
export const useInvitationToken = (): string => useSyncExternalStore(subscribe, readInvitationToken)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the same token if the user has confirmed the invitation, not only opened it. */
export function readConfirmedInvitation(): string {
  const token = readInvitationToken()
  return browserStorage.read(confirmedKey) === token ? token : ''
}

/** Stores an invitation in place of an earlier one; the tab that a sign-in email opens reads it too. */
export function storeInvitation(token: string): void {
  browserStorage.write(openedKey, token)
  notify()
}

/** Marks an invitation to be accepted: the user clicked Accept, or signed in while it was pending. */
export function confirmInvitation(token: string): void {
  if (!token) return
  storeInvitation(token)
  browserStorage.write(confirmedKey, token)
}

/** Removes an invitation, unless another one was opened meanwhile. */
export function clearInvitation(token: string): void {
  if (readInvitationToken() !== token) return
  browserStorage.remove(openedKey)
  browserStorage.remove(confirmedKey)
  notify()
}
