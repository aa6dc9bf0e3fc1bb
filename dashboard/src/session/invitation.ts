import { browserStorage } from './browser-storage.ts'

const invitationKey = 'loadping.invitation'

/** The invitation to a team that was opened in this browser and not answered yet. */
export const pendingInvitation = (): string | undefined => browserStorage.read(invitationKey)

/** Keeps an invitation until somebody is signed in, also over the tab that a sign-in mail opens. */
export const keepInvitation = (token: string): void => browserStorage.write(invitationKey, token)

export const dropInvitation = (): void => browserStorage.remove(invitationKey)
