import type { LoadFacts } from '../boards/posted-load.ts'
import { chipAskCents, compileMessage, type TemplateSource, usedSnippets, valuesOf } from './placeholders.ts'
import { postedTotalCents } from './rate-formula.ts'
import { parseTemplate } from './template-text.ts'

type Entered = Partial<Record<string, string>>
type Ask = {
  /** What the email states, if anything. */
  statedCents: number | undefined
  /** What the price chip shows: that or, for a template without a rate formula, the posted rate. */
  chipCents: number | undefined
}

/** Stands for any profile: a row does not know it, and an ask does not depend on its values. */
const anyProfile = { mc: '-', dot: '-', phone: '-', company: '-', signature: '-', truckLocation: '-' }

let last: { template: TemplateSource; load: LoadFacts; ask: Ask } | undefined

/** Computes what an email with this template asks for. The parts of a row ask for the same, one after the other. */
export function askOf(template: TemplateSource, load: LoadFacts, entered?: Entered): Ask {
  if (entered) return computeAsk(template, load, entered)
  if (last?.template === template && last.load === load) return last.ask
  last = { template, load, ask: computeAsk(template, load, {}) }
  return last.ask
}

function computeAsk(template: TemplateSource, load: LoadFacts, entered: Entered): Ask {
  const { fill, profile, hasFormula } = compiled(template)
  const message = fill(valuesOf(load, profile, entered))
  if ('missing' in message) {
    const chipCents = chipAskCents(`${template.subject}\n${template.template}`, valuesOf(load, {}, entered))
    return { statedCents: chipCents, chipCents }
  }
  const statedCents = message.askCents
  return { statedCents, chipCents: statedCents ?? (hasFormula ? undefined : postedTotalCents(load)) }
}

const known = new WeakMap<TemplateSource, ReturnType<typeof compile>>()

function compiled(template: TemplateSource): ReturnType<typeof compile> {
  const parsed = known.get(template) ?? compile(template)
  known.set(template, parsed)
  return parsed
}

const compile = (template: TemplateSource) => ({
  fill: compileMessage(template),
  hasFormula: parseTemplate(`${template.subject}\n${template.template}`).placeholders.some(({ formula }) => formula),
  profile: { ...anyProfile, snippets: Object.fromEntries(usedSnippets(template).map((name) => [name, '-'])) },
})
