import type { UserType } from '@loadping/contract/account'
import type { IdentityProviderId } from '@loadping/contract/sign-in'
import type { Role } from '@loadping/contract/team'
import type { TelemetryServices } from '@loadping/contract/telemetry'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './db/db.ts'
import type { Tables } from './db/tables.ts'
import type { IdentityProvider } from './integrations/identity-provider.ts'
import type { MailSender, MailSenders } from './integrations/mailbox.ts'
import type { Keys } from './keys.ts'

/** How often something may be asked for; the settings of the same meaning say it. */
export type Limits = {
  signInEmailsPer15Minutes: number
  signInEmailsPerDay: number
  mailsPerMinute: number
  signInsPerIp: number
  checksPerIp: number
  /** Of one organization. */
  invitationsPerDay: number
  /** On a machine of one's own nobody is limited. */
  exemptLoopback: boolean
}

/** How mail leaves; the settings of the same meaning say it. */
export type SendSettings = {
  /** How long a message can be taken back before it is handed over. */
  undoSeconds: number
  /** How fast mail leaves one mailbox (D3.4), and how many messages at once. */
  pace: { perSecond: number; perMinute: number; atOnce: number }
  /** Of one organization, or of a person in none: more wait for the next hour. */
  mailsPerHour: number
  /** Of everybody: more wait for the next minute. */
  mailsPerMinute: number
  /** Where reports about delivery go; without one nobody reads them. */
  bounceAddress: string | undefined
}

/** All that the product takes from outside: a test passes its own clock and mailbox. */
export type Deps = {
  db: Db
  keys: Keys
  now: () => Date
  /** Where people reach the product, without a slash at the end. */
  baseUrl: string
  /** LoadPing's own mailbox. */
  relay: MailSender
  mailSenders: MailSenders
  sendSettings: SendSettings
  /** Who can vouch for a person; a provider that nobody has set up is absent. */
  identity: Partial<Record<IdentityProviderId, IdentityProvider>>
  log: Logger
  /** The outside services that the dashboard may load once a person agreed (D9.4). */
  telemetry: TelemetryServices
  limits: Limits
  /** Addresses or ranges of the proxies whose word about a visitor's address counts. */
  trustedProxies: string[]
  /** Has the outbox look for due work at once, instead of at its next turn. */
  wakeJobs: () => void
}

/** What a change of data alone needs. */
export type DataDeps = Pick<Deps, 'db' | 'now'>

/** Who is asking, looked up for each request. */
export type Caller = {
  userId: string
  email: string
  sessionId: string
  audience: 'web' | 'extension'
  userType: UserType | null
  organizationId: string | null
  /** In the organization; whoever is in none is a USER. */
  role: Role
  ownsOrganization: boolean
}

/** From where a request comes, and the bearer token that it carries, unchecked. */
export type ClientInfo = {
  isThisMachine: boolean
  userAgent: string
  bearer: string | undefined
  /** The page that asks, where the browser tells it. */
  origin: string | undefined
  /** A browser that looks ahead, for somebody who may never come. */
  isPrefetch: boolean
}

export type PublicContext = Deps & { visitor: ClientInfo }
export type Context = PublicContext & { caller: Caller }

/** Runs the work in one transaction: all of it is kept, or none. Work that is in a transaction already joins it. */
export function inTransaction<C extends Pick<Deps, 'db'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const db: Kysely<Tables> = ctx.db
  return db.transaction().execute((transaction) => work({ ...ctx, db: transaction }))
}
