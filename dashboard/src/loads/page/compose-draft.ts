import { formatCount } from '@loadping/contract/format/counts'
import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import { type AskTarget, askTarget } from '@loadping/contract/loads/ask-ladder'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { checkMail, type MailFinding } from '@loadping/contract/templates/mail-check'
import { isSnippet, type PlaceholderName, placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import { fillMessage, previewMessage, type SenderProfile, valuesOf } from '@loadping/contract/templates/placeholders'
import {
  type AskExplained,
  explainAsk,
  formatRateFormula,
  parseRateFormula,
} from '@loadping/contract/templates/rate-formula'
import { explainTemplate, templateForLoad } from '@loadping/contract/templates/template-for-load'
import { findRate, replaceRateFormulas } from '@loadping/contract/templates/template-rate'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { truckValues, usesDeadhead, valuesWithoutTruck } from '@loadping/contract/templates/truck-values'
import * as z from 'zod/mini'
import type { Trip } from './use-trip.ts'

/** What the user chose and typed for an email about a load; the rest is as the template has it. */
export const ComposeDraft = z.object({
  templateId: z.optional(z.string()),
  /** A price or a formula. */
  ask: z.optional(z.string()),
  to: z.optional(z.string()),
  values: z.partialRecord(z.enum(Object.keys(placeholderTitles)), z.string()),
})
export type ComposeDraft = z.infer<typeof ComposeDraft>

export const emptyDraft: ComposeDraft = { values: {} }

/** An email as it would be sent. */
export type Composed = {
  template: ListedTemplate
  /** Why it is this one, unless the user chose another. */
  why: string | undefined
  ask: string
  /** Why the ask is no price or formula. */
  askError: string | undefined
  explained: AskExplained | undefined
  to: string
  askCents: number | undefined
  /** What the template's own formula asks, and the dollars that it rounds to. */
  target: AskTarget | undefined
  preview: { subject: string; html: string }
  missing: PlaceholderName[]
  findings: MailFinding[]
  /** Undefined while something is missing. */
  inquiry: Inquiry | undefined
}

type Context = {
  loadId: string
  facts: StoredFacts
  trip: Trip
  profile: SenderProfile
  isConfirmed: boolean
  /** The address of which the server has warned. */
  suspicious: string | undefined
}

/** Fills a template for a load as the server does, with what the user changed. */
export function compose(templates: ListedTemplate[], draft: ComposeDraft, context: Context): Composed | undefined {
  const template = chosen(templates, draft, context.facts)
  if (!template) return undefined
  const { loadId, facts, trip, isConfirmed } = context
  const written = findRate(template)?.formula
  const ask = draft.ask ?? (written ? formatRateFormula(written) : '')
  const formula = parseRateFormula(ask.replace(/[$,]/g, ''))
  const isChanged = draft.ask !== undefined && formula !== undefined && !isSame(formula, written)
  const source = isChanged ? replaceRateFormulas(template, formula) : template

  const named = trip.noTruck === undefined ? trip.truck : undefined
  const deadheadMiles = trip.noTruck === undefined ? (trip.deadhead?.miles ?? null) : null
  const ofTruck = trip.noTruck === undefined ? named && truckValues(named, deadheadMiles) : valuesWithoutTruck
  const profile = { ...context.profile, ...ofTruck }
  const entered = { ...(usesDeadhead(template) && deadheadValues(facts, deadheadMiles)), ...filledIn(draft.values) }
  const values = valuesOf(facts, profile, entered)
  const message = fillMessage(source, values)
  const isComplete = 'subject' in message
  const askCents = isComplete ? message.askCents : undefined
  const to = draft.to ?? facts.contactEmail ?? ''
  const askError =
    ask.trim() !== '' && !formula ? 'Enter a price such as 2450, or a formula such as trip*2.65' : undefined
  return {
    template,
    why: template.isDefault ? undefined : explainTemplate(template, facts),
    ask,
    askError,
    explained: formula && explainAsk(formula, facts),
    to,
    askCents,
    target: askTarget(template, facts),
    preview: previewMessage(source, values) ?? { subject: '', html: '' },
    missing: isComplete ? [] : message.missing.filter((name) => !isSnippet(name)),
    findings: isComplete ? checkMail(message, { userType: 'carrier', load: facts }) : [],
    inquiry:
      isComplete && to !== '' && !askError
        ? {
            templateId: template.id,
            loadId,
            ...(to !== facts.contactEmail && { to }),
            ...(Object.keys(entered).length > 0 && { values: entered }),
            ...(trip.truck && { truckId: trip.truck.id }),
            ...(isChanged && { formula: formatRateFormula(formula) }),
            ...(isConfirmed && { confirmed: true }),
            ...(to === context.suspicious && { confirmedRecipient: true }),
            expected: {
              askCents: askCents ?? null,
              templateVersion: template.version,
              truckId: named?.id ?? null,
            },
          }
        : undefined,
  }
}

const chosen = (templates: ListedTemplate[], { templateId }: ComposeDraft, facts: StoredFacts) =>
  templates.find(({ id }) => id === templateId) ?? templateForLoad(templates, facts)

const isSame = (one: object, other: object | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The deadhead that the page shows, so that the email states no other. */
function deadheadValues({ tripMiles }: StoredFacts, miles: number | null): Partial<Record<PlaceholderName, string>> {
  if (miles === null) return {}
  return { do: formatCount(miles), ...(tripMiles && { tripDO: formatCount(tripMiles + miles) }) }
}

const filledIn = (values: ComposeDraft['values']): ComposeDraft['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()))
