import { createHash } from 'node:crypto'
import type { MailProviderId } from '@loadping/contract/sign-in/sign-in'

/** The base path of a local provider. */
export const standInPath = (id: MailProviderId): string => `/dev/oidc/${id}`

/** Returns the client registration at a local provider. */
export function standInClient(baseUrl: string, id: MailProviderId) {
  const issuer = `${baseUrl}${standInPath(id)}`
  return {
    issuer,
    clientId: 'this-machine',
    clientSecret: 'this-machine',
    adminConsentUrl: `${issuer}/adminconsent`,
    photoUrl: `${issuer}/photo`,
    isPhotoOrigin: ({ origin }: URL): boolean => origin === new URL(baseUrl).origin,
  }
}

export const sendScopes: Record<MailProviderId, string> = {
  google: 'https://www.googleapis.com/auth/gmail.send',
  outlook: 'Mail.Send',
}

/** Returns the subject of an address at a local provider, the same after every restart. */
export const subjectOf = (id: MailProviderId, email: string): string =>
  createHash('sha256').update(`${id} ${email}`).digest('hex').slice(0, 32)
