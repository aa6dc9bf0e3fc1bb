import { usedUnits } from '../billing/billing.reads.ts'
import { readTogether } from '../db/read-together.ts'
import { defaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { ownNotices } from '../team/team.reads.ts'

/** Returns what every page shows of a user beside the session, in one statement. */
export const readMe = readTogether((db, { userId, month }: { userId: string; month: string }) => ({
  mailboxes: { select: defaultMailbox(db, userId) },
  allowances: { select: usedUnits(db, { userId, month }) },
  notices: { select: ownNotices(db, { userId }) },
}))
