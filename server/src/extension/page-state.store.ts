import { accounts, senders } from '../accounts/accounts.reads.ts'
import { usedUnits } from '../billing/billing.reads.ts'
import { readTogether } from '../db/read-together.ts'
import { unresolvedCounts } from '../emails/emails.reads.ts'
import { changedMarks } from '../loads/marks.reads.ts'
import { defaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { snippetsOf } from '../snippets/snippets.reads.ts'
import { memberships } from '../team/team.reads.ts'
import { sharedTemplateNames, templateNames } from '../templates/templates.reads.ts'
import { dueAsks } from '../truck-board/truck-board.reads.ts'
import { costsOf, trucksOf } from '../trucks/trucks.reads.ts'
import { boardSettings } from './board-settings.reads.ts'

type Values = {
  userId: string
  organizationId: string | null
  month: string
  userIds: string[]
  joinedAts: Date[]
  holder: string
  after: Date
  limit: number
  /** Since when asks are read that are due now, and how many. */
  askedAfter: Date
  now: Date
  maxDue: number
  defaultDueMinutes: number
}

/** Returns all that a page state shows, in one statement. Each part names the user, the holder, or the members. */
export const readAll = readTogether(
  (
    db,
    {
      userId,
      organizationId,
      month,
      userIds,
      joinedAts,
      askedAfter: since,
      now,
      maxDue: limit,
      defaultDueMinutes,
      ...marks
    }: Values,
  ) => ({
    profile: { select: senders(db).where('id', '=', userId) },
    used: { select: usedUnits(db, { userId, month }) },
    mailbox: { select: defaultMailbox(db, userId) },
    unresolved: { select: unresolvedCounts(db, { userId }) },
    ownTemplates: { select: templateNames(db, { userId }) },
    sharedTemplates: { select: sharedTemplateNames(db, { callerId: userId, organizationId, userIds, joinedAts }) },
    members: {
      select: memberships(db).where('organizationId', '=', organizationId).orderBy('userId'),
      times: ['joinedAt'],
    },
    names: {
      select: accounts(db)
        .where('id', '=', (eb) => eb.fn.any(eb.val(userIds)))
        .orderBy('id'),
    },
    snippets: { select: snippetsOf(db, userId).orderBy('name') },
    trucks: { select: trucksOf(db, userId), times: ['emptyAt'] },
    costs: { select: costsOf(db, userId) },
    due: { select: dueAsks(db, { userId, since, now, limit, defaultDueMinutes }), times: ['contactedAt'] },
    changedMarks: { select: changedMarks(db, marks), times: ['at', 'changedAt'] },
    boards: { select: boardSettings(db) },
  }),
)

export type Found = Awaited<ReturnType<typeof readAll>>
