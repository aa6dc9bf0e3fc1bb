/** Column types; `sessions.sql` is the source of truth. */
export type SessionsTables = {
  session: SessionTable
}

type SessionTable = {
  id: string
  userId: string
  audience: 'web' | 'extension'
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date
  tokenHash: string
  previousTokenHash: string | null
  rotatedAt: Date | null
  revokedAt: Date | null
  userAgent: string | null
  parentId: string | null
}
