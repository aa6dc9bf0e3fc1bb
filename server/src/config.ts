import { resolve } from 'node:path'
import type { PaidPlan } from '@loadping/contract/billing/plans'
import { type Installation, installation } from '@loadping/contract/brand'
import type { TileServer } from '@loadping/contract/map/map.api'
import { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import type { Deps, Limits, Retention, SendSettings } from './context.ts'
import type { OAuthClient } from './integrations/identity-provider.ts'
import { isLoopbackHost } from './loopback.ts'
import { type SettingName, settings } from './settings.ts'

/** The throttle of one mailbox. Exchange allows 30 messages a minute and four at once. */
const mailboxThrottle = { perSecond: 2, perMinute: 30, atOnce: 4 }

export type Config = {
  isProduction: boolean
  host: string
  port: number
  baseUrl: string
  dataDir: string
  /** Absent: use the embedded database. */
  databaseUrl: string | undefined
  /** Absent: use the one generated in the data folder. */
  authSecret: string | undefined
  /** Null: no backups are made. */
  backups: { folder: string; days: number } | null
  /** Accepted besides. */
  otherAuthSecrets: string[]
  installation: Installation
  /** Absent: the machine's own name. */
  heloName: string | undefined
  /** Null: emails are not signed here. */
  dkim: { selector: string; keyFile: string } | null
  /** Absent: use the local inbox. */
  smtpUrl: string | undefined
  /** Users' mail servers that may have private addresses. */
  allowedMailHosts: string[]
  /** Absent: use the local provider, or none in production. */
  google: OAuthClient | undefined
  outlook: OAuthClient | undefined
  /** Absent: there is no third provider. */
  company: (OAuthClient & { issuer: string; name: string }) | undefined
  billing: BillingConfig
  /** See `Deps`. */
  signUp: Deps['signUp']
  administrators: string[]
  trustedProxies: string[]
  limits: Limits
  sendSettings: SendSettings
  retention: Retention
  extension: { keyFile: string | undefined; firefoxId: string | undefined; xpiFile: string | undefined }
  /** Absent: no bounce server runs. */
  bouncePort: number | undefined
  /** Absent: places come from the embedded gazetteer alone. */
  geocoderUrl: string | undefined
  /** Absent: road miles are estimated. */
  osrmUrl: string | undefined
  /** Absent: fuel prices are the embedded ones. */
  eiaKey: string | undefined
  telemetry: TelemetryServices
  /** Null: the map is drawn from embedded data. */
  tileServer: TileServer | null
  /** Absent: there are no metrics. */
  metricsToken: string | undefined
  logLevel: string
}

/** Who takes payments: Stripe, the simulator in its place, or nobody. */
type BillingConfig =
  | { kind: 'stripe'; secretKey: string; webhookSecrets: string[] }
  | { kind: 'simulator' }
  | { kind: 'off'; defaultPlan: PaidPlan | undefined }

export type BadSetting = { name: string; reason: string }

/** Reads and validates all settings, or returns every invalid one by name and reason, never with its value. */
export function readConfig(env: Record<string, string | undefined>): { config: Config } | { bad: BadSetting[] } {
  const bad: BadSetting[] = []
  const given = (name: SettingName): string | undefined => {
    const text = env[name]
    if (text === undefined || text === '') return undefined
    const { data } = settings[name].schema.safeParse(text)
    if (data === undefined) bad.push({ name, reason: `must be ${settings[name].type}` })
    return data
  }
  const oauthClient = (provider: 'GOOGLE' | 'OUTLOOK'): OAuthClient | undefined => {
    const clientId = given(`${provider}_CLIENT_ID`)
    const clientSecret = given(`${provider}_CLIENT_SECRET`)
    return allOrNone({ clientId, clientSecret }) ?? undefined
  }
  const number = (name: SettingName): number => Number(given(name) ?? settings[name].default)

  const isProduction = given('NODE_ENV') === 'production'
  const host = given('HOST') ?? settings.HOST.default
  const port = number('PORT')
  const baseUrl = given('BASE_URL')
  const dataDir = given('DATA_DIR')
  const config: Config = {
    isProduction,
    host,
    port,
    baseUrl: baseUrl ?? `http://${toReachableHost(host)}:${port}`,
    dataDir: resolve(dataDir ?? settings.DATA_DIR.default),
    databaseUrl: given('DATABASE_URL'),
    authSecret: given('AUTH_SECRET'),
    otherAuthSecrets: listOf(given('OTHER_AUTH_SECRETS')),
    backups: readBackups(given('BACKUP_DIR'), number('BACKUP_DAYS')),
    installation: readInstallation(given),
    heloName: given('HELO_NAME'),
    dkim: allOrNone({ selector: given('DKIM_SELECTOR'), keyFile: given('DKIM_KEY_FILE') }),
    smtpUrl: given('SMTP_URL'),
    allowedMailHosts: listOf(given('ALLOWED_MAIL_HOSTS')?.toLowerCase()),
    google: oauthClient('GOOGLE'),
    outlook: oauthClient('OUTLOOK'),
    company: readCompany(given),
    billing: readBilling(given, bad),
    signUp: readSignUp(given('SIGN_UP') ?? settings.SIGN_UP.default),
    administrators: listOf(given('ADMINISTRATORS')?.toLowerCase()),
    trustedProxies: listOf(given('TRUSTED_PROXIES')),
    limits: readLimits({ given, number, isProduction }),
    sendSettings: readSendSettings({ given, number }),
    retention: readRetention(number),
    bouncePort: Number(given('BOUNCE_PORT')) || undefined,
    extension: readExtension(given),
    geocoderUrl: given('GEOCODER_URL'),
    osrmUrl: given('OSRM_URL'),
    eiaKey: given('EIA_API_KEY'),
    tileServer: allOrNone({ url: given('MAP_TILE_URL'), credit: given('MAP_TILE_CREDIT') }),
    telemetry: readTelemetry(given),
    metricsToken: given('METRICS_TOKEN'),
    logLevel: given('LOG_LEVEL') ?? (isProduction ? 'info' : 'warn'),
  }

  config.installation.companySignIn = config.company?.name ?? null
  config.installation.isSignUpOpen = config.signUp.isOpen || config.signUp.domains.length > 0
  if (isProduction) config.installation.missingProviders = MailProviderId.options.filter((id) => !config[id])

  bad.push(...findMissingPartners(env, bad))
  const findErrors = isProduction ? findProductionErrors : findExposedStandIns
  bad.push(...findErrors(config, { hasBaseUrl: baseUrl !== undefined, hasDataDir: dataDir !== undefined }))
  return bad.length > 0 ? { bad: firstOfEach(bad) } : { config }
}

function readCompany(given: (name: SettingName) => string | undefined): Config['company'] {
  const issuer = given('OPENID_ISSUER')
  const clientId = given('OPENID_CLIENT_ID')
  const clientSecret = given('OPENID_CLIENT_SECRET')
  const name = given('OPENID_NAME') ?? settings.OPENID_NAME.default
  return allOrNone({ issuer, clientId, clientSecret, name }) ?? undefined
}

const readTelemetry = (given: (name: SettingName) => string | undefined): TelemetryServices => ({
  posthog: allOrNone({ host: given('POSTHOG_HOST'), key: given('POSTHOG_KEY') }),
  sentry: allOrNone({ dsn: given('SENTRY_DSN') }),
  chat: allOrNone({ url: given('CHAT_URL') }),
})

const readExtension = (given: (name: SettingName) => string | undefined): Config['extension'] => ({
  keyFile: given('EXTENSION_KEY_FILE'),
  firefoxId: given('EXTENSION_FIREFOX_ID'),
  xpiFile: given('EXTENSION_XPI_FILE'),
})

const readBackups = (folder: string | undefined, days: number): Config['backups'] =>
  folder === undefined ? null : { folder: resolve(folder), days }

function readInstallation(given: (name: SettingName) => string | undefined): Installation {
  const sample = installation()
  const name = given('PRODUCT_NAME') ?? sample.name
  const from = given('MAIL_FROM')
  const relayAddress = given('RELAY_FROM') ?? from ?? sample.relayAddress
  const support = given('SUPPORT_ADDRESS')
  const securityAddress = given('SECURITY_ADDRESS') ?? support ?? sample.securityAddress
  const productAddress = from ?? sample.productAddress
  return {
    name,
    productAddress,
    relayAddress,
    hasRelay: given('RELAY') !== 'off',
    isSignUpOpen: true,
    companySignIn: null,
    supportAddress: support ?? sample.supportAddress,
    securityAddress,
    hosts: readHosts(given),
  }
}

/** The parts of the API by the start of their paths; the first that fits counts. */
const apiParts = [
  { name: 'SECOND_API_URL', prefix: '/api/v1/main/' },
  { name: 'REFERENCE_URL', prefix: '/fuel2' },
  { name: 'ANALYTICS_URL', prefix: '/analytics/' },
  { name: 'API_URL', prefix: '/' },
] as const

/** Returns where the parts of the API are; undefined if all are at BASE_URL. */
function readHosts(given: (name: SettingName) => string | undefined): Installation['hosts'] {
  const hosts = apiParts.map(({ name, prefix }) => ({ prefix, origin: given(name) ?? '' }))
  return hosts.some(({ origin }) => origin !== '') ? hosts : undefined
}

const plansByWord: Record<string, PaidPlan> = { pro: 'PRO', business: 'BUSINESS' }

function readBilling(given: (name: SettingName) => string | undefined, bad: BadSetting[]): BillingConfig {
  const kind = given('BILLING')
  const defaultPlan = given('DEFAULT_PLAN')
  const secretKey = given('STRIPE_SECRET_KEY')
  const webhookSecrets = given('STRIPE_WEBHOOK_SECRETS')
  if (kind === 'off') return { kind, defaultPlan: plansByWord[defaultPlan ?? ''] }
  if (defaultPlan !== undefined) bad.push({ name: 'DEFAULT_PLAN', reason: 'works only with BILLING=off' })
  if (kind === 'stripe' && secretKey !== undefined && webhookSecrets !== undefined)
    return { kind, secretKey, webhookSecrets: webhookSecrets.split(',') }
  const reason = 'is required with BILLING=stripe'
  if (kind === 'stripe' && secretKey === undefined) bad.push({ name: 'STRIPE_SECRET_KEY', reason })
  if (kind === 'stripe' && webhookSecrets === undefined) bad.push({ name: 'STRIPE_WEBHOOK_SECRETS', reason })
  return { kind: 'simulator' }
}

/** Keeps the first reason for each setting: a rejected value also counts as not set. */
const firstOfEach = (bad: BadSetting[]): BadSetting[] =>
  bad.filter(({ name }, index) => bad.findIndex((earlier) => earlier.name === name) === index)

const readSignUp = (text: string): Deps['signUp'] => ({
  isOpen: text === 'open',
  domains: text === 'open' || text === 'invited' ? [] : listOf(text.toLowerCase()),
})

/** Returns the parts of a text with commas. */
const listOf = (text: string | undefined): string[] => text?.split(',').map((part) => part.trim()) ?? []

type Reading = {
  given: (name: SettingName) => string | undefined
  number: (name: SettingName) => number
  isProduction: boolean
}

const readSendSettings = ({ given, number }: Omit<Reading, 'isProduction'>): SendSettings => ({
  undoSeconds: number('UNDO_SECONDS'),
  throttle: mailboxThrottle,
  emailsPerHour: number('TEAM_EMAILS_PER_HOUR'),
  emailsPerMinute: number('TOTAL_EMAILS_PER_MINUTE'),
  relayEmailsPerDay: number('RELAY_EMAILS_PER_DAY'),
  bounceAddress: given('BOUNCE_ADDRESS'),
})

const readRetention = (number: Reading['number']): Retention => ({
  textDays: number('EMAIL_TEXT_DAYS'),
  loadDays: number('LOAD_DAYS'),
  contactDays: number('CONTACT_DAYS'),
})

const readLimits = ({ given, number, isProduction }: Reading): Limits => ({
  signInEmailsPer15Minutes: number('SIGN_IN_EMAILS_PER_15_MINUTES'),
  signInEmailsPerDay: number('SIGN_IN_EMAILS_PER_DAY'),
  signInEmailsPerMinute: number('SIGN_IN_EMAILS_PER_MINUTE'),
  signInRequestsPerIp: number('SIGN_IN_REQUESTS_PER_IP'),
  officeNetworks: listOf(given('OFFICE_NETWORKS')),
  signInRequestsPerOffice: number('SIGN_IN_REQUESTS_PER_OFFICE'),
  checksPerIp: number('CHECKS_PER_IP'),
  templateChangesPerMinute: number('TEMPLATE_CHANGES_PER_MINUTE'),
  invitationsPerDay: number('INVITATIONS_PER_DAY'),
  exemptLoopback: !isProduction,
})

/** Settings that only work together. */
const partners: [SettingName, SettingName][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OUTLOOK_CLIENT_ID', 'OUTLOOK_CLIENT_SECRET'],
  ['OPENID_ISSUER', 'OPENID_CLIENT_ID'],
  ['OPENID_ISSUER', 'OPENID_CLIENT_SECRET'],
  ['DKIM_SELECTOR', 'DKIM_KEY_FILE'],
  ['BOUNCE_ADDRESS', 'BOUNCE_PORT'],
  ['POSTHOG_HOST', 'POSTHOG_KEY'],
  ['MAP_TILE_URL', 'MAP_TILE_CREDIT'],
]

function findMissingPartners(env: Record<string, string | undefined>, bad: BadSetting[]): BadSetting[] {
  return partners
    .flatMap(([one, other]) => [
      { given: one, name: other },
      { given: other, name: one },
    ])
    .filter(({ given, name }) => env[given] && !env[name] && !bad.some((setting) => setting.name === given))
    .map(({ given, name }) => ({ name, reason: `is required when ${given} is set` }))
}

/** Returns settings that only work together, or null unless all are given. */
function allOrNone<Name extends string>(given: Record<Name, string | undefined>): Record<Name, string> | null {
  const hasAll = (all: Record<Name, string | undefined>): all is Record<Name, string> =>
    Object.values(all).every((value) => value !== undefined)
  return hasAll(given) ? given : null
}

/** Returns a host name that reaches a listening address; wildcard addresses become loopback. */
function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

type Given = { hasBaseUrl: boolean; hasDataDir: boolean }

/** Stand-ins need no password, so a server with another address than this machine's must run in production. */
function findExposedStandIns({ baseUrl }: Config, { hasBaseUrl }: Given): BadSetting[] {
  if (isLoopbackHost(URL.parse(baseUrl)?.host)) return []
  return [{ name: hasBaseUrl ? 'BASE_URL' : 'HOST', reason: 'is not a loopback address: set NODE_ENV=production' }]
}

function findProductionErrors(
  { baseUrl, databaseUrl, authSecret, smtpUrl, company, billing, installation: names, sendSettings, heloName }: Config,
  { hasBaseUrl, hasDataDir }: Given,
): BadSetting[] {
  const errors: (BadSetting | false | undefined)[] = [
    !(hasBaseUrl && baseUrl.startsWith('https://')) && {
      name: 'BASE_URL',
      reason: 'must be an https URL in production',
    },
    !(databaseUrl || hasDataDir) && {
      name: 'DATABASE_URL',
      reason: 'is required in production (or DATA_DIR for the embedded database)',
    },
    !authSecret && { name: 'AUTH_SECRET', reason: 'is required in production' },
    authSecret !== undefined && new Set(authSecret).size < 12 && { name: 'AUTH_SECRET', reason: 'is too weak' },
    company?.issuer.startsWith('http:') && { name: 'OPENID_ISSUER', reason: 'must be an https URL in production' },
    billing.kind === 'simulator' && { name: 'BILLING', reason: 'is required in production: stripe or off' },
    !smtpUrl && { name: 'SMTP_URL', reason: 'is required in production: the local inbox is a stand-in' },
    ...apiParts
      .filter(({ prefix }) => names.hosts?.some((host) => host.prefix === prefix && host.origin.startsWith('http:')))
      .map(({ name }) => ({ name, reason: 'must be an https URL in production' })),
    ...findExampleNames({
      BASE_URL: URL.parse(baseUrl)?.hostname,
      MAIL_FROM: names.productAddress,
      RELAY_FROM: names.relayAddress,
      SUPPORT_ADDRESS: names.supportAddress,
      SECURITY_ADDRESS: names.securityAddress,
      BOUNCE_ADDRESS: sendSettings.bounceAddress,
      HELO_NAME: heloName,
    }),
  ]
  return errors.filter((error) => error !== false && error !== undefined)
}

/** Names under `.example` reach nobody, and the samples of the settings end so. One that follows another is not named. */
function findExampleNames(names: Partial<Record<SettingName, string | undefined>>): BadSetting[] {
  const isExample = (name = ''): boolean => /(^|[.@])example(\.(com|net|org))?$/i.test(name)
  const follows = (name: string): boolean =>
    (name === 'RELAY_FROM' && isExample(names.MAIL_FROM)) ||
    (name === 'SECURITY_ADDRESS' && isExample(names.SUPPORT_ADDRESS))
  return Object.entries(names)
    .filter(([name, value]) => isExample(value) && !follows(name))
    .map(([name]) => ({ name, reason: 'must be of a domain of yours in production, not an example' }))
}
