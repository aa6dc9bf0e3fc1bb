/** Column types; `oauth.sql` is the source of truth. */
export type OauthTables = {
  oneTimeCode: OneTimeCodeTable
}

type OneTimeCodeTable = {
  codeHash: string
  userId: string
  challenge: string
  expiresAt: Date
  usedAt: Date | null
  purpose: 'sign-in' | 'connect-mailbox'
  encryptedPayload: string | null
}
