import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { loadCsvHead, loadCsvRow } from '@loadping/contract/loads/load-csv'
import type { Expression } from 'kysely'
import { ownAccount } from '../accounts/accounts.reads.ts'
import { ownContacts, ownWeeklySummary } from '../analytics/analytics.reads.ts'
import { ownAllowances, ownCustomers, ownPlans } from '../billing/billing.reads.ts'
import type { Deps } from '../context.ts'
import type { Db } from '../db/db.ts'
import { countRows, readPages } from '../db/read-pages.ts'
import { ownEmails } from '../emails/emails.reads.ts'
import { ownBoardHealth, ownRowReports } from '../extension/extension.reads.ts'
import { ownRecipients } from '../inquiries/inquiries.reads.ts'
import { toSavedLoad } from '../loads/load-row.ts'
import { ownEventsOfOthersLoads, ownLoadEvents, ownLoadLinks, ownLoads, ownLoadViews } from '../loads/loads.reads.ts'
import { exportMailboxes } from '../mailboxes/export-mailboxes.service.ts'
import { ownAddressCodes } from '../mailboxes/mailboxes.reads.ts'
import { ownNotifications } from '../notifications/notifications.reads.ts'
import { ownAnswers, ownPostings } from '../offers/offers.reads.ts'
import { ownSessions } from '../sessions/sessions.reads.ts'
import { ownIdentities, ownNetworks, ownSignInRequests } from '../sign-in/sign-in.reads.ts'
import { snippetsOf } from '../snippets/snippets.reads.ts'
import { ownSuppressedRecipients } from '../suppression/suppression.reads.ts'
import { listSuppressions } from '../suppression/suppression.service.ts'
import {
  acceptedInvitations,
  ownActivity,
  ownFormerTeams,
  ownInvitations,
  ownMembership,
  ownNotices,
  ownRemovals,
} from '../team/team.reads.ts'
import { ownTemplates, ownTemplateUses } from '../templates/templates.reads.ts'
import { dueSettingOf, ownTruckAbsences, ownTruckBookings, ownTruckNotes } from '../truck-board/truck-board.reads.ts'
import { costsOf, ownHandovers, ownTrucks } from '../trucks/trucks.reads.ts'

/** Whose data an export has. */
export type Own = { userId: string; email: string }

/** One kind of data: a JSON file with all of its rows, and a CSV file with the same as a table. */
export type ExportKind = {
  name: string
  /** What its rows are, for people. */
  about: string
  count: (ctx: Deps, own: Own) => Promise<number>
  rows: (ctx: Deps, own: Own) => AsyncIterable<object[]>
  /** The same rows by the columns of the table. */
  tableRows: (ctx: Deps, own: Own) => AsyncIterable<object[]>
}

type Paged<Row extends object> = {
  name: string
  about: string
  select: (db: Db, own: Own) => Expression<Row>
  /** The columns that tell rows apart, in whose order they are read. */
  by: (keyof Row & string)[]
  toTableRow?: (row: Row) => object
}

/** A kind that is read page by page. */
function paged<Row extends object>({ name, about, select, by, toTableRow = (row) => row }: Paged<Row>): ExportKind {
  const rows = (ctx: Deps, own: Own) => readPages(ctx.db, select(ctx.db, own), by)
  return {
    name,
    about,
    rows,
    count: (ctx, own) => countRows(ctx.db, select(ctx.db, own)),
    async *tableRows(ctx, own) {
      for await (const page of rows(ctx, own)) yield page.map(toTableRow)
    },
  }
}

type Listed = { name: string; about: string; list: (ctx: Deps, own: Own) => Promise<object[]> }

/** A kind with few rows, which its feature lists. */
function listed({ name, about, list }: Listed): ExportKind {
  async function* rows(ctx: Deps, own: Own) {
    const found = await list(ctx, own)
    if (found.length > 0) yield found
  }
  return { name, about, rows, tableRows: rows, count: async (ctx, own) => (await list(ctx, own)).length }
}

/** What tables show of a load, in columns of its own. */
const loadColumns = ({ origin, dest, ...facts }: LoadFacts) => ({
  board: facts.board ?? null,
  posting: facts.boardLoadId ?? null,
  origin: `${origin.city}, ${origin.state}`,
  destination: `${dest.city}, ${dest.state}`,
  pickupDay: facts.pickupDay ?? null,
  equipment: facts.equipment ?? null,
  company: facts.company ?? null,
  contactEmail: facts.contactEmail ?? null,
  phone: facts.phone ?? null,
  reference: facts.reference ?? null,
})

/** All that is exported, in the order of the explanation in the zip. */
export const exportKinds: ExportKind[] = [
  paged({
    name: 'account',
    about: 'your account: address, profile, business, boards and settings',
    select: ownAccount,
    by: ['id'],
  }),
  paged({
    name: 'sign-in-accounts',
    about: 'the accounts at Google or Outlook that you sign in with',
    select: ownIdentities,
    by: ['issuer', 'subject'],
  }),
  paged({ name: 'devices', about: 'browsers and extensions that signed in', select: ownSessions, by: ['id'] }),
  paged({ name: 'sign-in-emails', about: 'emails that let you sign in', select: ownSignInRequests, by: ['id'] }),
  paged({
    name: 'networks',
    about: 'when you last signed in from a network; which one is not stored',
    select: ownNetworks,
    by: ['lastSignInAt'],
  }),
  listed({
    name: 'mailboxes',
    about: 'the mailboxes that you send from, without passwords',
    list: (ctx, { userId }) => exportMailboxes(ctx, userId),
  }),
  paged({ name: 'address-checks', about: 'addresses that you proved by a code', select: ownAddressCodes, by: ['id'] }),
  paged({ name: 'trucks', about: 'your trucks', select: ownTrucks, by: ['id'] }),
  paged({
    name: 'truck-bookings',
    about: 'what your trucks are booked with',
    select: ownTruckBookings,
    by: ['truckId'],
  }),
  paged({
    name: 'truck-absences',
    about: 'days on which your trucks take no loads',
    select: ownTruckAbsences,
    by: ['truckId'],
  }),
  paged({
    name: 'truck-notes',
    about: 'your notes on trucks for the next person',
    select: ownTruckNotes,
    by: ['truckId'],
  }),
  paged({
    name: 'truck-handovers',
    about: 'trucks that you took over, or that others took over from you',
    select: ownHandovers,
    by: ['id', 'truckId'],
  }),
  paged({
    name: 'due-calls',
    about: 'after how many minutes your asks are due for a call',
    select: dueSettingOf,
    by: ['dueMinutes'],
  }),
  paged({
    name: 'costs',
    about: 'what a mile costs you',
    select: (db, { userId }) => costsOf(db, userId),
    by: ['basis'],
  }),
  paged({
    name: 'snippets',
    about: 'texts that your templates print',
    select: (db, { userId }) => snippetsOf(db, userId),
    by: ['name'],
  }),
  paged({ name: 'postings', about: 'postings that you typed to compare carriers', select: ownPostings, by: ['id'] }),
  paged({ name: 'answers', about: "carriers' answers that you pasted", select: ownAnswers, by: ['id'] }),
  paged({ name: 'templates', about: 'your templates', select: ownTemplates, by: ['id'] }),
  paged({
    name: 'template-uses',
    about: 'how often you sent with each template',
    select: ownTemplateUses,
    by: ['templateId'],
  }),
  paged({
    name: 'loads',
    about: 'loads that you saved, emailed or called about',
    select: ownLoads,
    by: ['id'],
    toTableRow(load) {
      const cells = loadCsvRow(toSavedLoad(load), 'you')
      return { id: load.id, ...Object.fromEntries(loadCsvHead.map((title, index) => [title, cells[index]])) }
    },
  }),
  paged({
    name: 'load-history',
    about: 'what you did about your loads: calls, status, outcomes and notes',
    select: ownLoadEvents,
    by: ['loadId', 'id'],
  }),
  paged({
    name: 'load-history-team',
    about: 'what you did about loads that teammates saved',
    select: ownEventsOfOthersLoads,
    by: ['loadId', 'id'],
  }),
  paged({ name: 'load-views', about: 'your views of My loads', select: ownLoadViews, by: ['position'] }),
  paged({ name: 'load-links', about: 'loads with a public link', select: ownLoadLinks, by: ['loadId'] }),
  paged({
    name: 'emails',
    about: 'emails that you sent or tried to send, with text, recipients, state and reason',
    select: ownEmails,
    by: ['id'],
    toTableRow: ({ load, ...email }) => ({ ...email, ...loadColumns(load) }),
  }),
  paged({
    name: 'contacts',
    about: 'your emails and calls as analytics counts them',
    select: ownContacts,
    by: ['id'],
    toTableRow: ({ load, ...contact }) => ({ ...contact, ...loadColumns(load) }),
  }),
  paged({
    name: 'recipients',
    about: 'how often you emailed whom, which warns you of look-alikes',
    select: ownRecipients,
    by: ['domain', 'mc', 'companyKey'],
  }),
  paged({
    name: 'no-email',
    about: 'addresses that get no email from you, and which of them you allowed again',
    select: ownSuppressedRecipients,
    by: ['address'],
  }),
  listed({
    name: 'unsubscribed',
    about: 'emails that your own address does not get',
    list: (ctx, { email }) => listSuppressions(ctx, email),
  }),
  paged({ name: 'plans', about: 'your own plans', select: ownPlans, by: ['source'] }),
  paged({
    name: 'payments',
    about: 'what we know from Stripe of your subscriptions',
    select: ownCustomers,
    by: ['id'],
  }),
  paged({ name: 'allowances', about: 'emails that counted in each month', select: ownAllowances, by: ['month'] }),
  paged({ name: 'team', about: 'the team that you are in', select: ownMembership, by: ['organizationId'] }),
  paged({ name: 'left-teams', about: 'teams that you were in', select: ownFormerTeams, by: ['organizationId'] }),
  paged({
    name: 'removals',
    about: 'teams that you were removed from',
    select: ownRemovals,
    by: ['organizationId'],
  }),
  paged({
    name: 'team-notices',
    about: 'changes of your membership that you have not seen yet',
    select: ownNotices,
    by: ['organizationId'],
  }),
  paged({ name: 'invitations-sent', about: 'invitations that you sent', select: ownInvitations, by: ['id'] }),
  paged({
    name: 'invitations-accepted',
    about: 'invitations that you accepted',
    select: acceptedInvitations,
    by: ['id'],
  }),
  paged({
    name: 'team-activity',
    about: 'what you did, in the activity log of your team',
    select: ownActivity,
    by: ['organizationId', 'number'],
  }),
  paged({
    name: 'weekly-summary',
    about: 'the last week whose summary you got; nothing while it is off',
    select: ownWeeklySummary,
    by: ['week'],
  }),
  paged({
    name: 'notifications',
    about: 'which notifications you chose, and what the last ones told; nothing if you never chose',
    select: ownNotifications,
    by: ['lookedAt'],
  }),
  paged({
    name: 'board-health',
    about: 'what your extension could read on each load board',
    select: ownBoardHealth,
    by: ['board'],
  }),
  paged({ name: 'row-reports', about: 'rows of boards that you reported', select: ownRowReports, by: ['id'] }),
]
