import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely, Updateable } from 'kysely'
import { findOrMakeAccount } from '../account/account.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { DataFolder } from '../db/data-folder.ts'
import type { Tables } from '../db/tables.ts'

export type DemoAccount = { id: string; title: string; email: string; profile: Updateable<Tables['account']> }

/** The people of the demo. Their names and numbers are invented, and their addresses lead nowhere. */
const demoAccounts: DemoAccount[] = [
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
      userType: 'carrier',
      trucksAmount: 3,
      loadboards: ['dat-one', 'truckstop'],
    },
  },
  {
    id: 'broker',
    title: 'a broker',
    email: 'owen@quillon.example',
    profile: {
      company: 'Quillon Logistics',
      phone: '(555) 010-0188',
      signature: 'Owen Price\nQuillon Logistics, (555) 010-0188',
      userType: 'broker',
      loadboards: ['dat-one'],
    },
  },
]

/** Makes the demo accounts, each marked as demo, at the first start with this data folder; answers those that have not been removed since. */
export async function seedDemo(ctx: Deps, { path }: DataFolder): Promise<DemoAccount[]> {
  const note = join(path, 'demo-was-made')
  if (!existsSync(note)) for (const account of demoAccounts) await makeDemoAccount(ctx, account)
  writeFileSync(note, '')
  const there = await ctx.db.selectFrom('account').select('email').where('isDemo', '=', true).execute()
  return demoAccounts.filter((account) => there.some(({ email }) => email === account.email))
}

const makeDemoAccount = (ctx: Deps, { email, profile }: DemoAccount): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const { id } = await findOrMakeAccount(inside, email, { connectsRelay: true })
    const account = { isDemo: true, ...profile }
    await inside.db.updateTable('account').set(account).where('id', '=', id).execute()
  })

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
