import { browserStorage } from './browser-storage.ts'

const openedKey = 'loadping.invitation'
const agreedKey = 'loadping.invitation-agreed'

/** The token of the invitation to a team that was opened last in this browser and not answered yet; empty without one. */
export const readInvitationToken = (): string => browserStorage.read(openedKey) ?? ''

/** The same once somebody has agreed to it; one that was only looked at is nobody's wish. */
export function readAgreedInvitation(): string {
  const token = readInvitationToken()
  return browserStorage.read(agreedKey) === token ? token : ''
}

/** Keeps an invitation, in place of an earlier one, also over the tab that a sign-in mail opens. */
export const storeInvitation = (token: string): void => browserStorage.write(openedKey, token)

/** Whoever presses Accept, or signs in while an invitation waits, agrees to it. */
export function confirmInvitation(token: string): void {
  if (!token) return
  storeInvitation(token)
  browserStorage.write(agreedKey, token)
}

/** Forgets an invitation that was answered; another one that was opened meanwhile stays. */
export function clearInvitation(token: string): void {
  if (readInvitationToken() !== token) return
  browserStorage.remove(openedKey)
  browserStorage.remove(agreedKey)
}
