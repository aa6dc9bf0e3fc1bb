import type { UserType } from '@loadping/contract/account/user-type'
import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { ApiHost } from '@loadping/contract/brand'
import type { TileServer } from '@loadping/contract/map/map.api'
import type { IdentityProviderId } from '@loadping/contract/sign-in/sign-in'
import type { Role } from '@loadping/contract/team/team'
import type { TeamRules } from '@loadping/contract/team/team-rules'
import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import type { Admission } from './admission.ts'
import type { Db } from './db/db.ts'
import type { Machines } from './db/machines.ts'
import type { Tables } from './db/tables.ts'
import type { FuelFigure, FuelSource } from './integrations/eia.ts'
import type { Geocoder } from './integrations/geocoder.ts'
import type { IdentityProvider } from './integrations/identity-provider.ts'
import type { FindMailHosts } from './integrations/mail-hosts.ts'
import type { MailSender, MailSenders } from './integrations/mailbox.ts'
import type { RoadRouter } from './integrations/road-router.ts'
import type { FindTextRecords } from './integrations/text-records.ts'
import type { Keys } from './keys.ts'
import type { Observed } from './observed.ts'
import type { Turns } from './turns.ts'
import type { WindowCounts } from './window-counts.ts'

/** Rate limits, set by the settings of the same names. */
export type Limits = {
  signInEmailsPer15Minutes: number
  signInEmailsPerDay: number
  signInEmailsPerMinute: number
  signInRequestsPerIp: number
  /** The networks of offices in CIDR notation, and what each of them may ask for in place of other networks' limits. */
  officeNetworks: string[]
  signInRequestsPerOffice: number
  checksPerIp: number
  /** Per user. */
  templateChangesPerMinute: number
  /** Per organization. */
  invitationsPerDay: number
  /** Exempts requests from this machine; never in production. */
  exemptLoopback: boolean
}

/** Undo, throttle and send limits, set by the settings of the same names. */
export type SendSettings = {
  /** How long an email can be undone before delivery starts. */
  undoSeconds: number
  /** How many emails one mailbox sends per second, per minute and concurrently. */
  throttle: { perSecond: number; perMinute: number; atOnce: number }
  /** Per organization, or per user without one; the rest wait for the next hour. */
  emailsPerHour: number
  /** For all users; the rest wait for the next minute. */
  emailsPerMinute: number
  /** What one user sends through the relay in 24 hours. */
  relayEmailsPerDay: number
  /** The base address for bounce reports. */
  bounceAddress: string | undefined
}

/** How many days data is kept, set by the settings of the same names. */
export type Retention = {
  /** The text of an email. */
  textDays: number
  /** A load that nobody changed or contacted anybody about; 0 for ever. */
  loadDays: number
  /** Who contacted whom; 0 for ever. */
  contactDays: number
}

/** Stripe, and what proves that a webhook is from it. */
export type Payments = {
  stripe: Stripe
  /** Two while they are rotated. */
  webhookSecrets: string[]
  /** Whether money moves; events of the other kind are ignored. */
  isLivemode: boolean
  /** The start of the simulator's addresses, if it is in the place of Stripe. */
  simulatorUrl: string | undefined
}

/** How an operator's own extension is distributed; without these from the stores alone. */
type ExtensionSettings = {
  /** Signs the package for Chrome and Edge: an RSA key in PEM. */
  signingKey: string | undefined
  firefoxId: string | undefined
  /** The package that Mozilla signed. */
  xpiFile: string | undefined
}

/** All dependencies of the app. Tests pass their own clock and mailboxes. */
export type Deps = {
  db: Db
  keys: Keys
  now: () => Date
  /** The public URL, without a trailing slash. */
  baseUrl: string
  /** Where the dashboard finds parts of the API; empty: all are at the public URL. */
  apiHosts: readonly ApiHost[]
  extension: ExtensionSettings
  relay: MailSender
  mailSenders: MailSenders
  sendSettings: SendSettings
  retention: Retention
  /** Identity providers; those not configured are absent. */
  identity: Partial<Record<IdentityProviderId, IdentityProvider>>
  /** Absent: the embedded gazetteer answers alone. */
  geocoder: Geocoder | undefined
  /** Absent: road miles are estimated. */
  roadRouter: RoadRouter | undefined
  findTextRecords: FindTextRecords
  findMailHosts: FindMailHosts
  /** Absent: fuel prices are the embedded ones. */
  fuelSource: FuelSource | undefined
  /** The figures that were last fetched from there, by any process. */
  fuelFigures: { refreshed: FuelFigure[] }
  /** Absent: this server takes no payments. */
  payments: Payments | undefined
  /** What a new account is granted. */
  defaultPlan: PaidPlan | undefined
  /** Who may create an account: all, or besides those who were invited, only addresses of these domains. */
  signUp: { isOpen: boolean; domains: string[] }
  /** The addresses of those who see what is wrong with the installation. */
  administrators: string[]
  log: FastifyBaseLogger
  /** External services that the dashboard may load after consent. */
  telemetry: TelemetryServices
  /** Null: the dashboard draws its own map. */
  tileServer: TileServer | null
  limits: Limits
  /** The requests for sign-in emails, by network. */
  signInCounts: WindowCounts
  turns: Turns
  admission: Admission
  /** IP addresses or ranges of trusted proxies. */
  trustedProxies: string[]
  /** Makes a worker check for due jobs of its kind at this time, or now, instead of at the next poll. */
  wakeJobs: (kind: string, at?: Date) => void
  /** How long a stop waits for clients to use their open connections once more, and so learn that they end. */
  drainMs: number
  /** Where backups are, and beside them what is kept of deleted accounts; null without backups. */
  backupFolder: string | null
  observed: Observed
  /** What the program that reads the metrics shows; absent: there are none. */
  metricsToken: string | undefined
  /** Renews leases over a connection of its own, so that those who wait for one keep what they run. */
  leaseDb: Db
  /** Which machines of a cluster of databases answer. */
  machines: Machines
  /** Counts the connections to the database, and the calls that wait for one. */
  countConnections: () => { open: number; idle: number; waiting: number }
  /** Whether the database on this machine has too little space to write. */
  isDiskFull: () => Promise<boolean>
}

/** The dependencies of code that only changes data. */
export type DataDeps = Pick<Deps, 'db' | 'now'>

/** The authenticated user of a request and what decides what they may do, loaded for each request. */
export type Caller = {
  userId: string
  email: string
  sessionId: string
  audience: 'web' | 'extension'
  userType: UserType | null
  organizationId: string | null
  /** When the caller joined the organization. */
  joinedAt: Date | null
  /** The role in the organization; USER without one. */
  role: Role
  ownsOrganization: boolean
  /** What the organization's managers allow; all without one. */
  rules: TeamRules
  /** The organization's plan if they are in one, else their own. */
  plan: PaidPlan | null
  /** See `entitlementsOf`. */
  userTypeChangedAt: Date | null
  /** When the account was created, which begins its trial. */
  createdAt: Date
  /** Its length; 0 without one. */
  trialDays: number
  isDemo: boolean
}

/** Client information of a request, with its unverified bearer token. */
export type ClientInfo = {
  ip: string
  isThisMachine: boolean
  /** See `networkOf`. */
  network: string
  userAgent: string
  bearer: string | undefined
  /** The Origin header. */
  origin: string | undefined
  /** What the extension says of itself. */
  extensionVersion: string | undefined
  /** Whether the browser prefetches the page without a user's click. */
  isPrefetch: boolean
  /** Whether the browser opens the address as a page or as a part of one, such as an image. */
  isPageLoad: boolean
}

export type PublicContext = Deps & {
  client: ClientInfo
  /** Whose data the answer leaves out, which it says, while a machine is away. Absent: it must be complete. */
  leftOut?: Set<string>
}
export type Context = PublicContext & { caller: Caller }

/** What code may use that acts for a user, also without a request. */
export type UserContext = Deps & { caller: Pick<Caller, 'userId'> }

/** What code may use that changes a user's account for them, or for the operator. */
export type AccountContext = Pick<Deps, 'db' | 'now' | 'keys' | 'log'> & {
  caller: Pick<Caller, 'userId' | 'email' | 'organizationId'>
}

/** Returns who holds what a user does: the organization, or the user without one. */
export const holderOf = ({ userId, organizationId }: Pick<Caller, 'userId' | 'organizationId'>): string =>
  organizationId ?? userId

/** Runs `work` in a transaction, joining one that is already open. */
export function inTransaction<C extends Pick<Deps, 'db'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const db: Kysely<Tables> = ctx.db
  return db.transaction().execute((transaction) => work({ ...ctx, db: transaction }))
}
