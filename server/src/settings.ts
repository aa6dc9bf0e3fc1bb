import { brand } from '@loadping/contract/brand'
import { isEmailAddress } from '@loadping/contract/format/email-address'
import * as z from 'zod/mini'
import { hostSettings } from './host-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import {
  count,
  emailAddress,
  filePath,
  isDecodable,
  isHost,
  isHostName,
  isProductName,
  isTileUrl,
  networks,
  origin,
  port,
  type Setting,
  token,
  url,
  webUrl,
  whole,
} from './setting-values.ts'

/** All settings. A test compares them with `docs/operations/settings.md`. Errors read "NAME must be {type}". */
export const settings = {
  NODE_ENV: {
    type: 'development, test or production',
    default: 'development',
    meaning:
      'Production rejects stand-ins, default secrets and plain http. Required unless BASE_URL is a loopback address.',
    schema: z.enum(['development', 'test', 'production']),
  },
  HOST: {
    type: 'a host name or IP address',
    default: '127.0.0.1',
    meaning: 'The address to listen on.',
    schema: z.string().check(z.refine(isHost)),
  },
  PORT: { type: 'a number from 1 to 65535', default: '8080', meaning: 'The port to listen on.', schema: port },
  BASE_URL: {
    type: 'an http or https URL without a path',
    default: 'http://HOST:PORT',
    meaning: 'The public URL of the product; links in emails start with it.',
    schema: origin,
  },
  ...hostSettings,
  DATA_DIR: {
    type: 'a folder',
    default: '.data',
    meaning: 'Where the embedded database, the local inbox and providers, and generated secrets live.',
    schema: filePath,
  },
  DATABASE_URL: {
    type: 'a postgres URL, percent-encoded',
    default: 'the embedded PostgreSQL',
    meaning: 'A PostgreSQL 15 or newer to use instead of the embedded one.',
    schema: url('postgres:', 'postgresql:').check(z.refine(isDecodable)),
  },
  AUTH_SECRET: {
    type: 'text of 43 or more characters',
    default: 'generated in DATA_DIR',
    meaning: 'All keys are derived from it. Every process of one installation needs the same.',
    schema: z.string().check(z.minLength(43)),
  },
  OTHER_AUTH_SECRETS: {
    type: 'texts of 43 or more characters, separated by commas',
    default: 'none',
    meaning: 'Further secrets whose tokens and ciphertexts are accepted while AUTH_SECRET is changed.',
    schema: z.string().check(z.refine((text) => text.split(',').every((secret) => secret.trim().length >= 43))),
  },
  BACKUP_DIR: {
    type: 'a folder',
    default: 'none: no backups',
    meaning: 'Where a backup is written each night and restores are read from, best on another disk.',
    schema: filePath,
  },
  BACKUP_DAYS: {
    type: count,
    default: '30',
    meaning: 'How long backups are kept there; the newest always.',
    schema: whole,
  },
  ...retentionSettings,
  PRODUCT_NAME: {
    type: "1 to 40 letters, digits, spaces or . & ' -",
    default: brand.name,
    meaning: 'What the product is called on its pages and in its emails.',
    schema: z.string().check(z.refine(isProductName)),
  },
  MAIL_FROM: {
    type: 'an email address',
    default: brand.productAddress,
    meaning: "The sender of the product's own emails, such as sign-in links. Required in production.",
    schema: emailAddress,
  },
  RELAY_FROM: {
    type: 'an email address',
    default: 'MAIL_FROM',
    meaning: 'The sender of inquiries through the relay. Its domain ends the Message-ID of every inquiry.',
    schema: emailAddress,
  },
  SUPPORT_ADDRESS: {
    type: 'an email address',
    default: brand.supportAddress,
    meaning: 'Where pages and emails send users with questions. Required in production.',
    schema: emailAddress,
  },
  SECURITY_ADDRESS: {
    type: 'an email address',
    default: 'SUPPORT_ADDRESS',
    meaning: 'Where to report faults of security: the contact in /.well-known/security.txt.',
    schema: emailAddress,
  },
  HELO_NAME: {
    type: 'a host name or IP address',
    default: "the machine's own name",
    meaning: 'How this server names itself to mail servers.',
    schema: z.string().check(z.refine(isHost)),
  },
  DKIM_SELECTOR: {
    type: 'letters, digits, dots or hyphens',
    default: 'none',
    meaning: 'With DKIM_KEY_FILE: signs what SMTP_URL sends; the public key belongs at SELECTOR._domainkey.DOMAIN.',
    schema: z.string().check(z.regex(/^[a-z\d]([a-z\d.-]{0,61}[a-z\d])?$/i)),
  },
  DKIM_KEY_FILE: {
    type: 'a file',
    default: 'none',
    meaning: 'The private RSA key of that selector, in PEM.',
    schema: filePath,
  },
  SMTP_URL: {
    type: 'an smtp or smtps URL, percent-encoded',
    default: 'the local inbox',
    meaning: 'The SMTP server for relay and sign-in emails.',
    schema: url('smtp:', 'smtps:').check(
      z.refine((text) => /^[\w.:[\]-]+$/.test(URL.parse(text)?.hostname ?? '') && isDecodable(text)),
    ),
  },
  RELAY: {
    type: 'on or off',
    default: 'on',
    meaning:
      'Whether users without a mailbox of their own may send inquiries through SMTP_URL. Off: only from their own.',
    schema: z.enum(['on', 'off']),
  },
  ALLOWED_MAIL_HOSTS: {
    type: 'comma-separated host names',
    default: 'none',
    meaning: 'Mail servers in private networks that users may connect; all others must be on the public internet.',
    schema: z.string().check(z.refine((text) => text.split(',').every((part) => isHostName(part.trim())))),
  },
  GOOGLE_CLIENT_ID: {
    type: 'text without spaces',
    default: 'the local OpenID provider',
    meaning: 'With GOOGLE_CLIENT_SECRET: the OAuth client of the Google button.',
    schema: token,
  },
  GOOGLE_CLIENT_SECRET: {
    type: 'text without spaces',
    default: 'none',
    meaning: 'The secret of that client.',
    schema: token,
  },
  OUTLOOK_CLIENT_ID: {
    type: 'text without spaces',
    default: 'the local OpenID provider',
    meaning: 'With OUTLOOK_CLIENT_SECRET: the Microsoft application of the Outlook button.',
    schema: token,
  },
  OUTLOOK_CLIENT_SECRET: {
    type: 'text without spaces',
    default: 'none',
    meaning: 'The secret of that application.',
    schema: token,
  },
  OPENID_ISSUER: {
    type: 'an http or https URL',
    default: 'none',
    meaning:
      "With OPENID_CLIENT_ID and _SECRET: a company's own OpenID provider, for a third button. It only signs in.",
    schema: webUrl,
  },
  OPENID_CLIENT_ID: { type: 'text without spaces', default: 'none', meaning: 'The client there.', schema: token },
  OPENID_CLIENT_SECRET: {
    type: 'text without spaces',
    default: 'none',
    meaning: 'The secret of that client.',
    schema: token,
  },
  OPENID_NAME: {
    type: "1 to 40 letters, digits, spaces or . & ' -",
    default: 'company account',
    meaning: 'What that button calls it, after "Sign in with".',
    schema: z.string().check(z.refine(isProductName)),
  },
  BILLING: {
    type: 'stripe or off',
    default: 'the local simulator of Stripe',
    meaning: 'Who takes payments; off: only the operator grants plans. Required in production.',
    schema: z.enum(['stripe', 'off']),
  },
  DEFAULT_PLAN: {
    type: 'pro or business',
    default: 'none: a trial, then Free',
    meaning: 'What a new account is granted, as by npm run admin -- plan. Only with BILLING=off.',
    schema: z.enum(['pro', 'business']),
  },
  STRIPE_SECRET_KEY: {
    type: 'a secret or restricted key of Stripe',
    default: 'none',
    meaning: 'The key of the Stripe account. Required with BILLING=stripe; a test key moves no money.',
    schema: z.string().check(z.regex(/^[rs]k_(test|live)_[!-~]+$/)),
  },
  STRIPE_WEBHOOK_SECRETS: {
    type: 'one or two secrets of a webhook, separated by a comma',
    default: 'none',
    meaning:
      'What Stripe signs webhooks to /webhooks/stripe with. Two while they are rotated. Required with BILLING=stripe.',
    schema: z.string().check(z.regex(/^whsec_[^\s,]+(,whsec_[^\s,]+)?$/)),
  },
  SIGN_UP: {
    type: 'open, invited, or comma-separated domains of email addresses',
    default: 'open',
    meaning: 'Who may create an account: all; only who was invited; or besides them, addresses of these domains.',
    schema: z
      .string()
      .check(
        z.refine(
          (text) =>
            ['open', 'invited'].includes(text) || text.split(',').every((part) => isEmailAddress(`a@${part.trim()}`)),
        ),
      ),
  },
  ADMINISTRATORS: {
    type: 'comma-separated email addresses',
    default: 'none',
    meaning: 'Who is told on their pages what fails in this installation. They may always sign up.',
    schema: z.string().check(z.refine((text) => text.split(',').every((part) => isEmailAddress(part.trim())))),
  },
  TRUSTED_PROXIES: {
    type: 'comma-separated IP addresses or ranges',
    default: 'none',
    meaning: 'Proxies whose X-Forwarded-For is trusted.',
    schema: networks,
  },
  ...limitSettings,
  BOUNCE_ADDRESS: {
    type: 'an email address with at most 7 characters before the @',
    default: 'none',
    meaning: 'The address that receives bounce reports instead of the sender; needs BOUNCE_PORT.',
    schema: z.string().check(z.refine((address) => isEmailAddress(address) && address.indexOf('@') <= 7)),
  },
  BOUNCE_PORT: {
    type: 'a number from 1 to 65535',
    default: 'none',
    meaning: 'With BOUNCE_ADDRESS: the port that receives bounce reports over SMTP.',
    schema: port,
  },
  EXTENSION_KEY_FILE: {
    type: 'a file',
    default: 'none',
    meaning: 'The private RSA key, in PEM, that signs the extension for Chrome and Edge of a company.',
    schema: filePath,
  },
  EXTENSION_FIREFOX_ID: {
    type: 'an id as name@domain',
    default: brand.firefoxId,
    meaning: 'The id of your own extension in Firefox, which then looks for newer versions at BASE_URL.',
    schema: z.string().check(z.regex(/^[\w.-]{1,40}@[\w.-]{1,39}$/)),
  },
  EXTENSION_XPI_FILE: {
    type: 'a file',
    default: 'none',
    meaning: 'The package for Firefox that Mozilla signed for that id.',
    schema: filePath,
  },
  GEOCODER_URL: {
    type: "an http or https URL of Photon's /api or Nominatim's /search",
    default: 'the embedded gazetteer',
    meaning: 'Searches places and addresses; the gazetteer answers when it fails.',
    schema: webUrl.check(z.refine((text) => /\/(api|search)$/.test(URL.parse(text)?.pathname ?? ''))),
  },
  OSRM_URL: {
    type: 'an http or https URL',
    default: 'the embedded highways',
    meaning: 'An OSRM server for road miles; they are estimated when it fails.',
    schema: webUrl,
  },
  EIA_API_KEY: {
    type: 'text without spaces',
    default: 'the embedded prices',
    meaning:
      'A key of the US Energy Information Administration: fuel prices are then fetched once a week. ' +
      'The embedded ones are of 2024 to 2026 and say so.',
    schema: token,
  },
  MAP_TILE_URL: {
    type: 'an http or https URL with {z}, {x} and {y}',
    default: 'the embedded map',
    meaning: 'With MAP_TILE_CREDIT: a server of map tiles; where one fails, the embedded map shows.',
    schema: z.string().check(z.refine(isTileUrl)),
  },
  MAP_TILE_CREDIT: {
    type: 'text of at most 100 characters',
    default: 'none',
    meaning: 'The credit that the license of the tiles asks for, shown on the map.',
    schema: z.string().check(z.regex(/^\P{Cc}{1,100}$/u)),
  },
  POSTHOG_HOST: {
    type: 'an http or https URL without a path',
    default: 'none',
    meaning: 'With POSTHOG_KEY: product analytics for users who consented.',
    schema: origin,
  },
  POSTHOG_KEY: {
    type: 'text',
    default: 'none',
    meaning: 'The project key of PostHog.',
    schema: z.string().check(z.regex(/^[\w-]+$/)),
  },
  SENTRY_DSN: {
    type: 'an http or https URL',
    default: 'none',
    meaning: 'Errors and session replay for users who consented.',
    schema: webUrl,
  },
  CHAT_URL: {
    type: 'an http or https URL',
    default: 'none',
    meaning: 'A chat page, shown in a frame to users who consented.',
    schema: webUrl,
  },
  METRICS_TOKEN: {
    type: 'text of 16 or more characters without spaces',
    default: 'none: no metrics',
    meaning: 'What the program that reads /metrics sends as a bearer token.',
    schema: token.check(z.minLength(16)),
  },
  LOG_LEVEL: {
    type: 'debug, info, warn, error or silent',
    default: 'warn, in production info',
    meaning: 'How much is logged, as JSON lines on standard error.',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  },
} satisfies Record<string, Setting>
export type SettingName = keyof typeof settings
