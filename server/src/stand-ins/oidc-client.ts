import { createHash } from 'node:crypto'
import type { IdentityProviderId } from '@loadping/contract/sign-in'

/** Where the local provider is that stands behind a button. */
export const standInPath = (id: IdentityProviderId): string => `/dev/oidc/${id}`

/** How LoadPing is registered at the local provider. */
export function standInClient(baseUrl: string, id: IdentityProviderId) {
  const issuer = `${baseUrl}${standInPath(id)}`
  return {
    issuer,
    clientId: 'this-machine',
    clientSecret: 'this-machine',
    photoUrl: `${issuer}/photo`,
    isPhotoOrigin: ({ origin }: URL): boolean => origin === new URL(baseUrl).origin,
  }
}

/** What stands for leave to send mail, in the words of each provider. */
export const sendScopes: Record<IdentityProviderId, string> = {
  google: 'https://www.googleapis.com/auth/gmail.send',
  outlook: 'Mail.Send',
}

/** Who an address is at a local provider: the same person after every restart. */
export const subjectOf = (id: IdentityProviderId, email: string): string =>
  createHash('sha256').update(`${id} ${email}`).digest('hex').slice(0, 32)
