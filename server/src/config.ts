import { resolve } from 'node:path'
import { undoSeconds } from '@loadping/contract/emails'
import { isEmailAddress } from '@loadping/contract/rules/email-address'
import type { TelemetryServices } from '@loadping/contract/telemetry'
import * as z from 'zod/mini'
import type { Limits, SendSettings } from './context.ts'
import type { OAuthClient } from './integrations/identity-provider.ts'

const port = z.string().check(z.refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535))
const url = (...protocols: string[]) =>
  z.string().check(z.refine((text) => protocols.includes(URL.parse(text)?.protocol ?? '')))
const isOrigin = (text: string): boolean => {
  const { protocol = '', pathname = '', search = '', hash = '', username = '' } = URL.parse(text) ?? {}
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash + username === '' && !/[?#]/.test(text)
}

const count = 'a whole number of 1 or more'
const seconds = 'a whole number from 0 to 60'
const whole = z.string().check(z.regex(/^[1-9]\d{0,8}$/))

const word = z.string().check(z.regex(/^[!-~]+$/))

/** What a mailbox takes without harm (D3.4): Exchange allows 30 messages a minute and four at once. */
const mailboxPace = { perSecond: 2, perMinute: 30, atOnce: 4 }

type Setting = { type: string; default: string; meaning: string; schema: z.ZodMiniType<string> }

/** Every setting there is. `docs/operations.md` lists the same, which a test holds together. A refusal says: must be, and the type. */
export const settings = {
  NODE_ENV: {
    type: 'development, test or production',
    default: 'development',
    meaning: 'Production refuses stand-ins, default secrets and plain http.',
    schema: z.enum(['development', 'test', 'production']),
  },
  HOST: {
    type: 'a host name or IP address',
    default: '127.0.0.1',
    meaning: 'The address to listen on.',
    schema: z.string().check(z.minLength(1)),
  },
  PORT: { type: 'a number from 1 to 65535', default: '8080', meaning: 'The port to listen on.', schema: port },
  BASE_URL: {
    type: 'an http or https address without a path',
    default: 'http://HOST:PORT',
    meaning: 'Where people reach the product; links in mails begin with it.',
    schema: z.string().check(z.refine(isOrigin)),
  },
  DATA_DIR: {
    type: 'a folder',
    default: '.data',
    meaning: 'Where the embedded database, the local inbox and providers, and generated secrets live.',
    schema: z.string().check(z.minLength(1)),
  },
  DATABASE_URL: {
    type: 'a postgres address',
    default: 'the embedded PostgreSQL',
    meaning: 'A PostgreSQL 15 or newer to use instead of the embedded one.',
    schema: url('postgres:', 'postgresql:'),
  },
  AUTH_SECRET: {
    type: 'text of 43 or more characters',
    default: 'generated in DATA_DIR',
    meaning: 'All keys are derived from it. Every process of one product needs the same.',
    schema: z.string().check(z.minLength(43)),
  },
  SMTP_URL: {
    type: 'an smtp or smtps address',
    default: 'the local inbox',
    meaning: 'The server that takes the mail of LoadPing’s relay.',
    schema: url('smtp:', 'smtps:').check(z.refine((text) => URL.parse(text)?.hostname !== '')),
  },
  GOOGLE_CLIENT_ID: {
    type: 'text without spaces',
    default: 'the local OpenID provider',
    meaning: 'With GOOGLE_CLIENT_SECRET: the OAuth client behind the button Google.',
    schema: word,
  },
  GOOGLE_CLIENT_SECRET: {
    type: 'text without spaces',
    default: 'none',
    meaning: 'The secret of that client.',
    schema: word,
  },
  OUTLOOK_CLIENT_ID: {
    type: 'text without spaces',
    default: 'the local OpenID provider',
    meaning: 'With OUTLOOK_CLIENT_SECRET: the Microsoft application behind the button Outlook.',
    schema: word,
  },
  OUTLOOK_CLIENT_SECRET: {
    type: 'text without spaces',
    default: 'none',
    meaning: 'The secret of that application.',
    schema: word,
  },
  TRUSTED_PROXIES: {
    type: 'IP addresses or ranges, with commas between them',
    default: 'none',
    meaning: 'The proxies whose X-Forwarded-For is believed.',
    schema: z
      .string()
      .check(z.refine((text) => text.split(',').every((part) => /^[\da-fA-F.:]+(\/\d{1,3})?$/.test(part.trim())))),
  },
  SIGN_IN_EMAILS_PER_15_MINUTES: {
    type: count,
    default: '3',
    meaning: 'Sign-in mails to one address; more are dropped silently.',
    schema: whole,
  },
  SIGN_IN_EMAILS_PER_DAY: {
    type: count,
    default: '10',
    meaning: 'Sign-in mails to one address; more are dropped silently.',
    schema: whole,
  },
  SIGN_IN_EMAILS_PER_MINUTE: {
    type: count,
    default: '600',
    meaning: 'Sign-in mails in all; more are refused, and the log says so as an error.',
    schema: whole,
  },
  SIGN_IN_REQUESTS_PER_IP: {
    type: count,
    default: '20',
    meaning: 'Requests for sign-in mails from one IP address (IPv6: one /64) in 15 minutes.',
    schema: whole,
  },
  CHECKS_PER_IP: {
    type: count,
    default: '60',
    meaning: 'Checks of an email address from one IP address in a minute.',
    schema: whole,
  },
  INVITATIONS_PER_DAY: {
    type: count,
    default: '500',
    meaning: 'Invitations that one team can mail in 24 hours.',
    schema: whole,
  },
  UNDO_SECONDS: {
    type: seconds,
    default: String(undoSeconds),
    meaning: 'How long a mail can be taken back before it is handed over.',
    schema: z.string().check(z.regex(/^([0-5]?\d|60)$/)),
  },
  TEAM_EMAILS_PER_HOUR: {
    type: count,
    default: '3000',
    meaning: 'Mails of one team, or of a person in none, that leave in an hour; more wait for the next.',
    schema: whole,
  },
  TOTAL_EMAILS_PER_MINUTE: {
    type: count,
    default: '30000',
    meaning: 'Mails of everybody that leave in a minute; more wait, and the log says so as an error.',
    schema: whole,
  },
  BOUNCE_ADDRESS: {
    type: 'an email address',
    default: 'none',
    meaning: 'Where reports about undeliverable mail go, instead of to its sender; BOUNCE_PORT takes them.',
    schema: z.string().check(z.refine(isEmailAddress)),
  },
  BOUNCE_PORT: {
    type: 'a number from 1 to 65535',
    default: 'none',
    meaning: 'With BOUNCE_ADDRESS: where LoadPing takes such reports over SMTP.',
    schema: port,
  },
  POSTHOG_HOST: {
    type: 'an http or https address without a path',
    default: 'none',
    meaning: 'With POSTHOG_KEY: product analytics of people who agreed to it.',
    schema: z.string().check(z.refine(isOrigin)),
  },
  POSTHOG_KEY: {
    type: 'text',
    default: 'none',
    meaning: 'The project key of PostHog.',
    schema: z.string().check(z.regex(/^[\w-]+$/)),
  },
  SENTRY_DSN: {
    type: 'an http or https address',
    default: 'none',
    meaning: 'Errors and session replay of people who agreed to it.',
    schema: url('https:', 'http:'),
  },
  CHAT_URL: {
    type: 'an http or https address',
    default: 'none',
    meaning: 'A chat page, shown in a frame to people who agreed to it.',
    schema: url('https:', 'http:'),
  },
  LOG_LEVEL: {
    type: 'debug, info, warn, error or silent',
    default: 'warn, in production info',
    meaning: 'How much is logged, as JSON lines on standard error.',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  },
} satisfies Record<string, Setting>
type SettingName = keyof typeof settings

export type Config = {
  isProduction: boolean
  host: string
  port: number
  baseUrl: string
  dataDir: string
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  /** Absent: one that is generated and kept in the data folder. */
  authSecret: string | undefined
  /** Absent: the local inbox. */
  smtpUrl: string | undefined
  /** Absent: the local provider, and in production none. */
  google: OAuthClient | undefined
  outlook: OAuthClient | undefined
  trustedProxies: string[]
  limits: Limits
  sendSettings: SendSettings
  /** Absent: nobody takes reports about undeliverable mail. */
  bouncePort: number | undefined
  telemetry: TelemetryServices
  logLevel: string
}

export type BadSetting = { name: string; reason: string }

/** Reads and checks every setting, or answers each bad one by name and reason, never by value (D1.4). */
export function readConfig(env: Record<string, string | undefined>): { config: Config } | { bad: BadSetting[] } {
  const bad: BadSetting[] = []
  const given = (name: SettingName): string | undefined => {
    const text = env[name]
    if (text === undefined || text === '') return undefined
    const { error } = settings[name].schema.safeParse(text)
    if (error) bad.push({ name, reason: `must be ${settings[name].type}` })
    return error ? undefined : text
  }

  const client = (provider: 'GOOGLE' | 'OUTLOOK'): OAuthClient | undefined => {
    const [idName, secretName] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const
    const [clientId, clientSecret] = [given(idName), given(secretName)]
    if (clientId && !env[secretName]) bad.push({ name: secretName, reason: `is needed together with ${idName}` })
    if (clientSecret && !env[idName]) bad.push({ name: idName, reason: `is needed together with ${secretName}` })
    return allOrNone({ clientId, clientSecret }) ?? undefined
  }
  const number = (name: SettingName): number => Number(given(name) ?? settings[name].default)

  const isProduction = given('NODE_ENV') === 'production'
  const host = given('HOST') ?? settings.HOST.default
  const portNumber = number('PORT')
  const baseUrl = given('BASE_URL')
  const dataDir = given('DATA_DIR')
  const config: Config = {
    isProduction,
    host,
    port: portNumber,
    baseUrl: (baseUrl ?? `http://${reachable(host)}:${portNumber}`).replace(/\/+$/, ''),
    dataDir: resolve(dataDir ?? settings.DATA_DIR.default),
    databaseUrl: given('DATABASE_URL'),
    authSecret: given('AUTH_SECRET'),
    smtpUrl: given('SMTP_URL'),
    google: client('GOOGLE'),
    outlook: client('OUTLOOK'),
    trustedProxies:
      given('TRUSTED_PROXIES')
        ?.split(',')
        .map((proxy) => proxy.trim()) ?? [],
    limits: {
      signInEmailsPer15Minutes: number('SIGN_IN_EMAILS_PER_15_MINUTES'),
      signInEmailsPerDay: number('SIGN_IN_EMAILS_PER_DAY'),
      mailsPerMinute: number('SIGN_IN_EMAILS_PER_MINUTE'),
      signInsPerIp: number('SIGN_IN_REQUESTS_PER_IP'),
      checksPerIp: number('CHECKS_PER_IP'),
      invitationsPerDay: number('INVITATIONS_PER_DAY'),
      exemptLoopback: !isProduction,
    },
    sendSettings: {
      undoSeconds: number('UNDO_SECONDS'),
      pace: mailboxPace,
      mailsPerHour: number('TEAM_EMAILS_PER_HOUR'),
      mailsPerMinute: number('TOTAL_EMAILS_PER_MINUTE'),
      bounceAddress: given('BOUNCE_ADDRESS'),
    },
    bouncePort: Number(given('BOUNCE_PORT')) || undefined,
    telemetry: {
      posthog: allOrNone({ host: given('POSTHOG_HOST'), key: given('POSTHOG_KEY') }),
      sentry: allOrNone({ dsn: given('SENTRY_DSN') }),
      chat: allOrNone({ url: given('CHAT_URL') }),
    },
    logLevel: given('LOG_LEVEL') ?? (isProduction ? 'info' : 'warn'),
  }

  const { bouncePort, sendSettings } = config
  if (sendSettings.bounceAddress && !env['BOUNCE_PORT'])
    bad.push({ name: 'BOUNCE_PORT', reason: 'is needed together with BOUNCE_ADDRESS' })
  if (bouncePort && !env['BOUNCE_ADDRESS'])
    bad.push({ name: 'BOUNCE_ADDRESS', reason: 'is needed together with BOUNCE_PORT' })
  if (isProduction)
    bad.push(...refusedInProduction(config, { hasBaseUrl: baseUrl !== undefined, hasDataDir: dataDir !== undefined }))
  return bad.length > 0 ? { bad } : { config }
}

/** Settings that mean something only together: all of them, or nothing. */
function allOrNone<Name extends string>(given: Record<Name, string | undefined>): Record<Name, string> | null {
  const isWhole = (all: Record<Name, string | undefined>): all is Record<Name, string> =>
    Object.values(all).every((one) => one !== undefined)
  return isWhole(given) ? given : null
}

/** How this machine reaches an address to listen on: all addresses are reached by the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function refusedInProduction(
  { baseUrl, databaseUrl, authSecret, smtpUrl }: Config,
  { hasBaseUrl, hasDataDir }: { hasBaseUrl: boolean; hasDataDir: boolean },
): BadSetting[] {
  const refusals: (BadSetting | false)[] = [
    !(hasBaseUrl && baseUrl.startsWith('https://')) && {
      name: 'BASE_URL',
      reason: 'must be an https address in production',
    },
    !(databaseUrl || hasDataDir) && {
      name: 'DATABASE_URL',
      reason: 'or DATA_DIR (for the embedded database) is needed in production',
    },
    !authSecret && { name: 'AUTH_SECRET', reason: 'is needed in production' },
    authSecret !== undefined &&
      new Set(authSecret).size < 12 && { name: 'AUTH_SECRET', reason: 'is too easily guessed' },
    !smtpUrl && { name: 'SMTP_URL', reason: 'is needed in production: the local inbox is a stand-in' },
  ]
  return refusals.filter((refusal) => refusal !== false)
}
