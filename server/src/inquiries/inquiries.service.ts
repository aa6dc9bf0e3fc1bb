import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { UserType } from '@loadping/contract/account/user-type'
import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { postingKeyOf } from '@loadping/contract/boards/same-load'
import type { SentEmail } from '@loadping/contract/emails/emails'
import { formatMoney } from '@loadping/contract/format/money'
import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import { allowedFacts } from '@loadping/contract/team/team-rules'
import { findExcess } from '@loadping/contract/templates/body-html'
import { isSnippet } from '@loadping/contract/templates/placeholder-titles'
import {
  fillMessage,
  type Message,
  type TemplateSource,
  unknownMessage,
  usedSnippets,
  type Values,
  valuesOf,
} from '@loadping/contract/templates/placeholders'
import { learnedProfile } from '@loadping/contract/templates/profile-values'
import { parseRateFormula } from '@loadping/contract/templates/rate-formula'
import { replaceRateFormulas } from '@loadping/contract/templates/template-rate'
import type { Template } from '@loadping/contract/templates/templates'
import type { AskTruck } from '@loadping/contract/trucks/truck-of-ask'
import { Problem, type TemplateAsk } from '@loadping/contract/wire/problem'
import { completeProfile } from '../accounts/accounts.service.ts'
import type { Context } from '../context.ts'
import * as states from '../emails/email-states.service.ts'
import { loadNotFound } from '../loads/load-row.ts'
import { findVisibleLoad } from '../loads/visible-loads.service.ts'
import { getSharedTemplate } from '../templates/shared-templates.service.ts'
import { sanitizeBody } from '../templates/template-body.ts'
import { acceptEmail, repeatAnswer, type SendRequest } from './acceptance.service.ts'
import { findTruckOfEmail } from './truck-values.service.ts'

/**
 * Accepts one inquiry, from a template and a load. Repeating its idempotency key sends nothing more. Entered values that
 * the profile lacks are saved in it.
 */
export const sendEmail = (ctx: Context, key: string, inquiry: Inquiry, ageSeconds: number): Promise<SentEmail> =>
  findAbout(ctx, inquiry).then(
    (about) => sendAbout(ctx, key, inquiry, { ...about, isJustRead: inquiry.load !== undefined, ageSeconds }),
    (error: unknown) => repeatAnswer(ctx, key, inquiry, error), // The load may be gone since it was sent.
  )

type About = Pick<SendRequest, 'toAddress' | 'loadKey'> & { load: LoadFacts }
type Asked = Omit<Inquiry, 'load' | 'loadId' | 'to'>

/** Accepts one email about a load, as `sendEmail` does, once it is known which load that is and who gets it. */
export async function sendAbout(
  ctx: Context,
  key: string,
  inquiry: Asked,
  { load, ...to }: About & Pick<SendRequest, 'isJustRead' | 'ageSeconds' | 'isPractice'>,
): Promise<SentEmail> {
  const { templateId, values, truckId, formula, confirmed, confirmedRecipient, expected } = inquiry
  const { creditScore, daysToPay, ...seen } = load
  const kept = allowedFacts(seen, ctx.caller.rules)
  const request = {
    key,
    body: inquiry,
    templateId,
    truckId,
    ...to,
    load: kept,
    isConfirmed: confirmed === true,
    isRecipientConfirmed: confirmedRecipient === true,
  }
  let learned: ReturnType<typeof learnedProfile> = {}
  const accepted = await acceptEmail(ctx, request, async (tx, sender, { template: own, snippets, trucks }) => {
    if (truckId !== undefined && trucks.length === 0) throw new Problem('not-found', 'Truck not found.')
    const {
      version: templateVersion,
      name: templateName,
      cc,
      ...written
    } = own ?? (await getSharedTemplate(tx, templateId))
    const rate = formula === undefined ? undefined : parseRateFormula(formula)
    const template = rate ? replaceRateFormulas(written, rate) : written
    learned = learnedProfile(sender.profile, values)
    const named = await findTruckOfEmail(ctx.caller.userType === 'broker' ? [] : trucks, load, template)
    const profile = { ...sender.profile, ...learned, ...named.values, snippets: snippetsIn(template, snippets) }
    const filled = render(template, valuesOf(load, profile, values))
    if (expected)
      rejectChangedPrice(
        expected,
        { askCents: filled.askCents, templateVersion, truckId: named.truckId },
        { trucks, userType: ctx.caller.userType },
      )
    return {
      id: randomUUIDv7(),
      templateVersion,
      templateName,
      cc,
      ...filled,
      resendOf: null,
      truckId: named.truckId,
      replyOf: null,
      counterAt: null,
    }
  })
  // Not in the same transaction, which locked the membership: elsewhere the account is locked before it.
  await completeProfile(ctx, ctx.caller.userId, learned)
  return accepted
}

/** Returns the load of an inquiry with what identifies it, and the recipient. */
async function findAbout(ctx: Context, inquiry: Inquiry): Promise<About> {
  const about = await findLoad(ctx, inquiry)
  const toAddress = inquiry.to ?? about.load.contactEmail
  if (toAddress) return { ...about, toAddress }
  const reason = 'This posting has no email address.'
  throw new Problem('invalid-input', reason, { to: reason })
}

/** Returns the posting, or the saved load of a carrier or a teammate, with what identifies it. */
async function findLoad(ctx: Context, { loadId, load }: Inquiry): Promise<{ load: LoadFacts; loadKey: string }> {
  const loadKey = load && postingKeyOf(load)
  if (load && loadKey !== undefined) return { load, loadKey }
  if (loadId === undefined || ctx.caller.userType === 'broker') throw loadNotFound()
  const saved = await findVisibleLoad(ctx, loadId)
  return { load: saved.facts, loadKey: saved.loadKey }
}

/** Returns the texts of the snippets that a template uses. */
function snippetsIn(template: TemplateSource, texts: Record<string, string>): Record<string, string> {
  const used = new Set(usedSnippets(template))
  return Object.fromEntries(Object.entries(texts).filter(([name]) => used.has(name)))
}

type Known = { trucks: readonly AskTruck[]; userType: UserType | null }

/** Rejects an inquiry that would send another ask or text, or name another truck, than the user saw. */
export function rejectChangedPrice(expected: TemplateAsk, { truckId, ...ask }: TemplateAsk, known: Known): void {
  const current = expected.truckId === undefined ? ask : { ...ask, truckId } // an older client knows no truck
  if (isDeepStrictEqual(expected, current)) return
  throw new Problem('price-changed', `${nameChange(expected, current, known)} Nothing was sent.`, {}, { current })
}

function nameChange(
  expected: TemplateAsk,
  { askCents, templateVersion, truckId }: TemplateAsk,
  { trucks, userType }: Known,
): string {
  const name = userType === 'broker' ? 'offer' : 'ask'
  if (expected.askCents !== askCents) {
    if (askCents === null) return `The email now states no ${name}.`
    const before = expected.askCents === null ? '' : `, not ${formatMoney(expected.askCents)}`
    return `Your ${name} is now ${formatMoney(askCents)}${before}.`
  }
  if (expected.templateVersion !== templateVersion) return 'The template was changed.'
  const truck = trucks.find(({ id }) => id === truckId)
  return truck ? `Truck is now ${truck.name}.` : 'The email now names none of your trucks.'
}

/** Resends a failed or unconfirmed email: the same content as a new email from the current default mailbox. */
export async function resendEmail(ctx: Context, key: string, id: string): Promise<SentEmail> {
  const { userId } = ctx.caller
  const email = await states.findEmail(ctx, { userId, id })
  if (!email) throw new Problem('not-found', 'Email not found.')
  const {
    templateId,
    templateVersion,
    templateName,
    toAddress,
    cc,
    subject,
    html,
    askCents,
    load,
    loadKey,
    templateInputs,
    truckId,
    loadId,
    replyOf,
    counterAt,
  } = email
  if (email.isPractice) throw new Problem('too-late', 'Practice emails are sent from the practice board.')
  if (email.withdrawalOf !== null) throw new Problem('too-late', 'Take this ask back again under Trucks.')
  const request = {
    key,
    body: { resend: id },
    templateId,
    toAddress,
    load: allowedFacts(load, ctx.caller.rules),
    loadKey,
    isJustRead: false,
    isConfirmed: true,
    isRecipientConfirmed: true,
    ageSeconds: 0,
  }
  return acceptEmail(ctx, request, async (tx) => {
    const resentAs = randomUUIDv7()
    const wasMarked = await states.markResent(tx, { userId, id }, resentAs)
    if (!wasMarked) throw new Problem('too-late', isUnsent(email) ? 'This email was already resent.' : onlyUnsent)
    if (counterAt && loadId && (await states.findReply(tx, { userId, loadId, counterAt }))) throw alreadyAnswered()
    return {
      id: resentAs,
      templateVersion,
      templateName,
      cc,
      subject,
      html,
      askCents,
      templateInputs,
      resendOf: id,
      truckId,
      replyOf,
      counterAt,
    }
  })
}

export const alreadyAnswered = () => new Problem('too-late', 'You already answered this counter.')

const onlyUnsent = 'Only failed or unconfirmed emails can be resent.'
const isUnsent = ({ state }: states.EmailRow): boolean => state === 'failed' || state === 'unknown'

type Filled = Pick<states.EmailRow, 'subject' | 'html' | 'askCents' | 'templateInputs'>

/** In characters. Keeps an email well below the 1 MB that mail servers accept. */
const maxBodyLength = 300_000

/** Renders subject and body for one load. Throws with the names of missing values or unknown placeholders. */
export function render(template: Pick<Template, 'subject' | 'template'>, values: Values): Filled {
  const message = fillMessage(template, values)
  if ('subject' in message) {
    if (message.html.length > maxBodyLength || findExcess(message.html))
      throw new Problem('too-large', 'This email is too long to send.')
    return filledOf(message, values)
  }

  const { missing, unknown } = message
  const snippets = missing.filter(isSnippet)
  if (unknown.length > 0) throw brokenTemplate('This template has unknown placeholders.', unknownMessage(unknown))
  if (snippets.length > 0)
    throw brokenTemplate('This template uses a snippet that you deleted or never had.', unknownMessage(snippets))
  throw new Problem(
    'missing-values',
    `This load is missing: ${missing.join(', ')}.`,
    Object.fromEntries(missing.map((name) => [`values/${name}`, 'Missing from this load'])),
  )
}

const brokenTemplate = (message: string, template: string) => new Problem('missing-values', message, { template })

const filledOf = ({ subject, html, askCents, formula }: Message, { formatted }: Values): Filled => ({
  subject: [...subject].slice(0, 255).join(''),
  html: sanitizeBody(html),
  askCents: askCents ?? null,
  templateInputs: {
    values: Object.fromEntries(
      Object.entries(formatted).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ),
    formula: formula ?? null,
  },
})
