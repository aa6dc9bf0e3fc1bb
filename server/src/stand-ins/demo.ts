import type { Kysely } from 'kysely'
import { findOrMakeAccount } from '../account/account.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { Tables } from '../db/tables.ts'

/** The people of the demo. Their names and numbers are invented, and their addresses lead nowhere. */
export const demoAccounts = [
  {
    id: 'carrier-trial',
    title: 'a carrier on trial',
    email: 'maria@redbud.example',
    profile: {
      company: 'Redbud Carriers',
      phone: '(555) 010-0142',
      mc: '123456',
      dot: '1234567',
      signature: 'Maria Delgado\nRedbud Carriers, (555) 010-0142',
      truckLocation: 'Elgin, IL',
    },
  },
]

/** Makes the demo accounts that are not there yet, each marked as demo; what is there stays as it is. */
export async function seedDemo(ctx: Deps): Promise<void> {
  for (const { email, profile } of demoAccounts) {
    await inTransaction(ctx, async (inside) => {
      const { id } = await findOrMakeAccount(inside, email)
      await inside.db
        .updateTable('account')
        .set({ isDemo: true, ...profile })
        .where('id', '=', id)
        .where('isDemo', '=', false)
        .execute()
    })
  }
}

/** Removes every demo account with all that is theirs. */
export async function removeDemo(db: Kysely<Tables>): Promise<number> {
  const accounts = await db.selectFrom('account').select(['id', 'email']).where('isDemo', '=', true).execute()
  for (const { id, email } of accounts) {
    await db.transaction().execute(async (inside) => {
      for (const table of ['template', 'email', 'contactEvent', 'contactDay', 'allowance', 'idempotencyKey', 'dueWork'] as const) {
        await inside.deleteFrom(table).where('userId', '=', id).execute()
      }
      await inside.deleteFrom('signInToken').where('email', '=', email).execute()
      await inside.deleteFrom('account').where('id', '=', id).execute()
    })
  }
  return accounts.length
}
