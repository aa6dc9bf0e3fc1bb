import type { Db } from '../db/db.ts'
import { readTogether } from '../db/read-together.ts'
import { emails, unresolvedCounts } from '../emails/emails.reads.ts'
import { loads } from '../loads/loads.reads.ts'
import { mailboxNames } from '../mailboxes/mailboxes.reads.ts'
import { templatesOf } from '../templates/templates.reads.ts'

const readCounts = readTogether((db, { userId }: { userId: string }) => ({
  templates: {
    select: templatesOf(db, userId)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count')),
  },
  loads: {
    select: loads(db)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId),
  },
  emails: {
    select: emails(db)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId),
  },
  unresolved: { select: unresolvedCounts(db, { userId }) },
  mailboxes: { select: mailboxNames(db, { userId }) },
}))

/** Counts what a user has, without the relay, which is ours. */
export async function countRows(db: Db, userId: string) {
  const { templates, loads: saved, emails: sent, unresolved, mailboxes } = await readCounts(db, { userId })
  return {
    templates: templates[0]?.count ?? 0,
    loads: saved[0]?.count ?? 0,
    emails: sent[0]?.count ?? 0,
    waiting: unresolved.find(({ state }) => state === 'queued')?.count ?? 0,
    mailboxes: mailboxes.filter(({ kind }) => kind !== 'relay').length,
  }
}
