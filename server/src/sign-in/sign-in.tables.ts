import type { Generated } from 'kysely'

/** Column types; `sign-in.sql` is the source of truth. */
export type SignInTables = {
  signInToken: SignInTokenTable
  knownNetwork: { email: string; networkHash: string; lastSignInAt: Date }
  signUpInvitation: { email: string; invitedAt: Date }
  identity: { issuer: string; subject: string; userId: string; linkedAt: Date }
}

type SignInTokenTable = {
  id: string
  email: string
  tokenHash: string
  codeHash: string
  codeTries: Generated<number>
  challenge: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  networkHash: string | null
}
