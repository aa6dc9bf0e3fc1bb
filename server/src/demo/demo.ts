import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { sendFirstSummary } from '../analytics/weekly-summary.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import type { DataFolder } from '../db/data-folder.ts'
import type { Tables } from '../db/tables.ts'
import { findOrCreateAccount } from '../sign-in/new-accounts.service.ts'
import { type DemoAccount, demoAccounts, demoTeam } from './demo-accounts.ts'
import { createDemoLoads } from './demo-loads.ts'
import { createDemoTeam } from './demo-team.ts'
import { createDemoTemplates } from './demo-templates.ts'
import { createDemoTrucks } from './demo-trucks.ts'

/** Creates the demo accounts on the first start with this data folder; returns those not removed since. */
export async function seedDemo(ctx: Deps, { path }: DataFolder, { hasInbox = false } = {}): Promise<DemoAccount[]> {
  const marker = join(path, 'demo-created')
  if (!existsSync(marker)) {
    await inTransaction(ctx, async (tx) => {
      await createDemo(tx)
      if (hasInbox) await turnOnSummary(tx)
    })
  }
  writeFileSync(marker, '')
  const existing = await ctx.db.selectFrom('account').select('email').where('isDemo', '=', true).execute()
  return demoAccounts.filter((account) => existing.some(({ email }) => email === account.email))
}

async function createDemo(ctx: Deps): Promise<void> {
  for (const { email, profile } of [...demoAccounts, ...demoTeam.members]) {
    const { id } = await findOrCreateAccount(ctx, email, { connectsRelay: true })
    await ctx.db
      .updateTable('account')
      .set({ isDemo: true, ...profile })
      .where('id', '=', id)
      .execute()
  }
  await createDemoTeam(ctx)
  await createDemoTemplates(ctx)
  await createDemoTrucks(ctx)
  await createDemoLoads(ctx)
}

/** Turns the weekly summary on for the team's owner, and sends the last one to the local inbox. */
async function turnOnSummary(ctx: Deps): Promise<void> {
  const { id } = await findOrCreateAccount(ctx, demoTeam.owner, { connectsRelay: true })
  await sendFirstSummary(ctx, id)
}

/** Deletes all demo accounts with their data and teams. */
export async function removeDemo(db: Kysely<Tables>): Promise<number> {
  const accounts = await db.selectFrom('account').select(['id', 'email']).where('isDemo', '=', true).execute()
  await db.transaction().execute(async (tx) => {
    for (const { id } of accounts) {
      const teams = await tx.deleteFrom('organization').where('ownerId', '=', id).returning('id').execute()
      await tx
        .deleteFrom('plan')
        .where('holderId', 'in', [id, ...teams.map((team) => team.id)])
        .execute()
      for (const team of teams) await deleteHeld(tx, team.id)
    }
    for (const { id, email } of accounts) {
      for (const table of [
        'template',
        'templateUse',
        'truck',
        'costProfile',
        'snippet',
        'load',
        'loadEvent',
        'loadName',
        'loadLink',
        'loadView',
        'email',
        'contactEvent',
        'contactCount',
        'allowance',
        'usedTrial',
        'suppressedRecipient',
        'boardHealth',
        'offerPosting',
        'offerAnswer',
        'boardReport',
        'idempotencyKey',
        'delivery',
        'liveVersion',
      ] as const) {
        await tx.deleteFrom(table).where('userId', '=', id).execute()
      }
      await deleteHeld(tx, id)
      await tx.deleteFrom('signInToken').where('email', '=', email).execute()
      await tx.deleteFrom('knownNetwork').where('email', '=', email).execute()
      await tx.deleteFrom('account').where('id', '=', id).execute()
    }
  })
  return accounts.length
}

/** Deletes the contacts, marks and recipients of a user or organization. */
async function deleteHeld(db: Kysely<Tables>, holder: string): Promise<void> {
  for (const table of ['contact', 'mark', 'recipient'] as const)
    await db.deleteFrom(table).where('holder', '=', holder).execute()
}
