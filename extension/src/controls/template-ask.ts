import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { formatMoney } from '@loadping/contract/format/money'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { chipAskCents, compileMessage, usedSnippets, valuesOf } from '@loadping/contract/templates/placeholders'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { parseTemplate } from '@loadping/contract/templates/template-text'
import type { Account } from '../session/account.ts'

type Template = Account['templates'][number]
type Ask = {
  /** What the email states, if anything. */
  statedCents: number | undefined
  /** What the price chip shows: that or, for a template without a rate formula, the posted rate. */
  chipCents: number | undefined
}

/** Stands for any profile: the extension does not know it, and an ask does not depend on its values. */
const anyProfile = { mc: '-', dot: '-', phone: '-', company: '-', signature: '-', truckLocation: '-' }

let last: { template: Template; load: PostedLoad; ask: Ask } | undefined

/** Computes what an email with this template asks for. The parts of a row ask for the same, one after the other. */
export function askOf(template: Template, load: PostedLoad, entered?: PostingInquiry['values']): Ask {
  if (entered) return computeAsk(template, load, entered)
  if (last?.template === template && last.load === load) return last.ask
  last = { template, load, ask: computeAsk(template, load, {}) }
  return last.ask
}

function computeAsk(template: Template, load: PostedLoad, entered: NonNullable<PostingInquiry['values']>): Ask {
  const { fill, profile, hasFormula } = compiled(template)
  const message = fill(valuesOf(load, profile, entered))
  if ('missing' in message) {
    const chipCents = chipAskCents(`${template.subject}\n${template.template}`, valuesOf(load, {}, entered))
    return { statedCents: chipCents, chipCents }
  }
  const statedCents = message.askCents
  return { statedCents, chipCents: statedCents ?? (hasFormula ? undefined : postedTotalCents(load)) }
}

/** Says to whom a click sends which template, and what it asks for. */
export function describeSend(template: Template, load: PostedLoad, isBroker: boolean): string {
  const { statedCents } = askOf(template, load)
  const [asks, ask] = askWords(isBroker)
  const asking = statedCents ? `, ${asks} ${formatMoney(statedCents)}` : `, with no ${ask}`
  return `Email ${load.contactEmail ?? ''} with “${template.name}”${asking}`
}

const known = new WeakMap<Template, ReturnType<typeof compile>>()

function compiled(template: Template): ReturnType<typeof compile> {
  const parsed = known.get(template) ?? compile(template)
  known.set(template, parsed)
  return parsed
}

const compile = (template: Template) => ({
  fill: compileMessage(template),
  hasFormula: parseTemplate(`${template.subject}\n${template.template}`).placeholders.some(({ formula }) => formula),
  profile: { ...anyProfile, snippets: Object.fromEntries(usedSnippets(template).map((name) => [name, '-'])) },
})

/** A carrier asks for a price, and a broker offers one. */
export const askWords = (isBroker: boolean) =>
  isBroker ? (['offering', 'offer'] as const) : (['asking', 'ask'] as const)
