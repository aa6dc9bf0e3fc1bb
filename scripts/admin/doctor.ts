import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { brand } from '../../contract/src/brand.ts'
import { formatBytes } from '../../contract/src/format/counts.ts'
import { domainOf } from '../../contract/src/mailboxes/free-mail.ts'
import { readExtensionKey } from '../../server/src/choose-integrations.ts'
import { describeDatabase } from '../../server/src/db/db.ts'
import { countHeld } from '../../server/src/delivery/held.service.ts'
import { readXpi, readZip } from '../../server/src/extension/packages.service.ts'
import { type DkimKey, dkimRecord, readDkimKey } from '../../server/src/integrations/dkim.ts'
import { parseSmtpUrl } from '../../server/src/integrations/mailbox-relay.ts'
import { tryLogin } from '../../server/src/integrations/smtp-delivery.ts'
import { createTextRecords } from '../../server/src/integrations/text-records.ts'
import { codeOf } from '../../server/src/startup-error.ts'
import type { CommandContext, Word } from './word.ts'

type Finding = { state: 'ok' | 'look' | 'problem'; part: string; text: string }
type Check = (ctx: CommandContext) => Promise<Finding[]>

/** Checks what a working installation needs. Changes nothing. */
export const word: Word = {
  summary: 'checks settings, database, mail server, DNS and address',
  usage: [''],
  read(args) {
    if (args.length > 0) return undefined
    return {
      async run(ctx) {
        const found = (await Promise.all(checks.map((check) => check(ctx)))).flat()
        const text = found.map(({ state, part, text: words }) => `${state.padEnd(8)} ${part}: ${words}`).join('\n')
        return { text, data: found, isProblem: found.some(({ state }) => state === 'problem') }
      },
    }
  },
}

const finding = (state: Finding['state'], part: string, text: string): Finding => ({ state, part, text })

const checkMode: Check = async ({ config }) =>
  config.isProduction
    ? [finding('ok', 'mode', 'production')]
    : [finding('look', 'mode', 'not production: stand-ins and demo accounts run. Set NODE_ENV=production for others.')]

const checkDatabase: Check = async ({ db, now }) => {
  const { at, version, bytes } = await describeDatabase(db)
  const seconds = Math.round(Math.abs(at.getTime() - now().getTime()) / 1_000)
  const clock = finding('problem', 'clock', `the database's differs by ${seconds} s: synchronize both machines`)
  return [finding('ok', 'database', `PostgreSQL ${version}, ${formatBytes(bytes)}`), ...(seconds > 5 ? [clock] : [])]
}

const checkQueue: Check = async (ctx) => {
  const { inquiries, productEmails } = await countHeld(ctx)
  if (inquiries + productEmails === 0) return []
  const text = `${inquiries} inquiries and ${productEmails} other emails are held since a restore: npm run admin -- queue list`
  return [finding('look', 'queue', text)]
}

const checkDisk: Check = async ({ config }) => {
  if (config.databaseUrl || !existsSync(config.dataDir)) return []
  const { bavail, bsize } = await statfs(config.dataDir)
  const gigabytes = (bavail * bsize) / 1024 ** 3
  const text = `${gigabytes.toFixed(1)} GB free for ${config.dataDir}`
  return [finding(gigabytes < 1 ? 'problem' : gigabytes < 5 ? 'look' : 'ok', 'disk', text)]
}

const checkExtension: Check = async ({ config }) => {
  try {
    const zip = await readZip({ baseUrl: config.baseUrl, extension: readExtensionKey(config.extension) }, 'chrome')
    if (zip === undefined) return [finding('look', 'extension', 'not built: node scripts/prepare.mjs --build')]
    return [finding('ok', 'extension', `version ${zip.version} for ${config.baseUrl}`)]
  } catch (error) {
    return [finding('problem', 'extension', error instanceof Error ? error.message : String(error))]
  }
}

/** Whether Firefox will install and update what Mozilla signed. */
const checkFirefox: Check = async ({ config: { baseUrl, extension } }) => {
  const { xpiFile, firefoxId } = extension
  if (xpiFile === undefined) return []
  const owner = { baseUrl, extension: { ...extension, signingKey: undefined } }
  const part = 'extension for Firefox'
  const xpi = await readXpi(owner).catch((error: unknown) => codeOf(error) || 'no signed package')
  if (xpi === undefined || typeof xpi === 'string')
    return [finding('problem', part, `EXTENSION_XPI_FILE cannot be read: ${xpi}`)]
  const id = firefoxId ?? brand.firefoxId
  if (xpi.id !== id)
    return [finding('problem', part, `EXTENSION_XPI_FILE has the id ${xpi.id}, not EXTENSION_FIREFOX_ID ${id}`)]
  const zip = await readZip(owner, 'firefox')
  if (zip && zip.version !== xpi.version)
    return [finding('look', part, `EXTENSION_XPI_FILE is version ${xpi.version}: let Mozilla sign ${zip.version}`)]
  return [finding('ok', part, `version ${xpi.version}`)]
}

const checkAddress: Check = async ({ config }) => {
  const url = `${config.baseUrl}/readyz`
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'error' })
    if (status === 200) return [finding('ok', 'address', `${url} answers from here`)]
    return [finding('problem', 'address', `${url} answers ${status}`)]
  } catch (error) {
    const reason = reasonOf(error)
    const next = /ENOTFOUND|EAI_AGAIN/.test(reason)
      ? 'Add the name to the DNS, or to /etc/hosts for this machine alone.'
      : 'Is LoadPing running, and the web server before it?'
    return [finding('look', 'address', `${url} does not answer from here (${reason}). ${next}`)]
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Whether a company's provider can be read where OPENID_ISSUER says, and is called so. */
const checkCompany: Check = async ({ config: { company } }) => {
  if (!company) return []
  const url = `${company.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const says = (state: Finding['state'], text: string) => [finding(state, 'company sign-in', `${url} ${text}`)]
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'error' })
    if (answer.status !== 200) return says('problem', `answers ${answer.status}`)
    const { issuer } = Object(await answer.json())
    if (URL.parse(String(issuer))?.href === company.issuer) return says('ok', 'answers from here')
    return says('problem', `names the issuer ${issuer}: set OPENID_ISSUER to it`)
  } catch (error) {
    return says('problem', `cannot be read from here (${reasonOf(error)})`)
  }
}

const checkMailServer: Check = async ({ config: { smtpUrl, heloName } }) => {
  if (!smtpUrl) return [finding('look', 'mail server', 'not set: emails go to the local inbox')]
  const endpoint = parseSmtpUrl(smtpUrl, heloName)
  const failure = await tryLogin(endpoint)
  const where = `${endpoint.address}:${endpoint.port}`
  if (failure === undefined) return [finding('ok', 'mail server', `${where} accepts the connection and the login`)]
  return [finding('problem', 'mail server', `${where}: ${failure.reason}`)]
}

/** Whether receivers can check the senders, as docs/operations/mail.md says what to publish. */
const checkNames: Check = async ({ config }) => {
  if (!config.isProduction) return []
  const dkim = readDkimKey(config.dkim)
  const domains = [...new Set([brand.productAddress, brand.relayAddress].map(domainOf))]
  return (await Promise.all(domains.map((domain) => checkDomain(domain, dkim)))).flat()
}

async function checkDomain(domain: string, dkim: DkimKey | undefined): Promise<Finding[]> {
  const find = createTextRecords()
  const look = async (part: string, name: string, pattern: RegExp, advice: string): Promise<Finding> => {
    const records = await find(name)
    if (records === undefined) return finding('look', part, `no name server answers for ${name}`)
    if (records.some((record) => pattern.test(record))) return finding('ok', part, `published at ${name}`)
    return finding('problem', part, `missing at ${name}. Publish the TXT record: ${advice}`)
  }
  const record = dkim && dkimRecord(dkim)
  const key = record && new RegExp(record.slice(record.indexOf('p=')).replaceAll(/[+/.]/g, '\\$&'))
  return Promise.all([
    look('SPF', domain, /^v=spf1(?: |$)/i, 'v=spf1 include:YOUR-MAIL-SERVICE -all'),
    look('DMARC', `_dmarc.${domain}`, /^v=DMARC1\b/i, `v=DMARC1; p=quarantine; rua=mailto:dmarc@${domain}`),
    ...(dkim && key && record ? [look('DKIM', `${dkim.selector}._domainkey.${domain}`, key, record)] : []),
  ])
}

const checks: Check[] = [
  checkMode,
  checkDatabase,
  checkQueue,
  checkDisk,
  checkExtension,
  checkFirefox,
  checkAddress,
  checkCompany,
  checkMailServer,
  checkNames,
]
