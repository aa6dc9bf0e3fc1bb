import { type SqlBool, sql } from 'kysely'
import { accounts } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'
import { openInvitations } from '../team/team.reads.ts'

/** Whether an address has an account, or an invitation of the operator or of a team. Always one statement. */
export async function isKnown(db: Db, { email, now }: { email: string; now: Date }): Promise<boolean> {
  const { isFound } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(accounts(db).clearSelect().select(sql`1`.as('one')).where('email', '=', email)),
          eb.exists(eb.selectFrom('signUpInvitation').select(sql`1`.as('one')).where('email', '=', email)),
          eb(sql<SqlBool>`true`, 'in', openInvitations(db, { email, now })),
        ])
        .as('isFound'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isFound)
}

export const addInvitation = (db: Db, invitation: { email: string; invitedAt: Date }) =>
  db
    .insertInto('signUpInvitation')
    .values(invitation)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ invitedAt: invitation.invitedAt }))
    .execute()

export const deleteInvitation = (db: Db, email: string) =>
  db.deleteFrom('signUpInvitation').where('email', '=', email).execute()
