import type { Profile } from '@loadping/contract/account/account'
import { formatPickupDay } from '@loadping/contract/format/new-york-days'
import type { OfferFacts } from '@loadping/contract/offers/offers'
import { bodyText } from '@loadping/contract/templates/body-text'
import { placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import {
  fillMessage,
  type SenderProfile,
  type TemplateSource,
  valuesOf,
} from '@loadping/contract/templates/placeholders'
import { type OfferRow, questions } from './offer-rows.ts'

export type Reply = { subject: string; text: string }

const laneOf = ({ origin, dest }: OfferFacts): string =>
  `${origin.city}, ${origin.state} to ${dest.city}, ${dest.state}`

/** What a reply asks for, one question a line; empty if nothing is missing. */
const questionsFor = ({ missing }: OfferRow): string => missing.map((key) => questions[key]).join('\n')

/** Writes a short reply that asks for what is missing. */
export function shortReply(row: OfferRow, facts: OfferFacts, { name, company, phone }: Sender): Reply {
  const carrier = row.fields.carrier[0]?.value
  const about = [laneOf(facts), facts.pickupDay && formatPickupDay(facts.pickupDay)].filter(Boolean).join(', ')
  const reference = facts.reference ? ` (ref# ${facts.reference})` : ''
  const asked = questionsFor(row)
  const text = [
    carrier ? `Hello ${carrier},` : 'Hello,',
    `Thank you for your offer on ${about}${reference}.`,
    asked || 'Is your truck still available?',
    [name, company, phone].filter(Boolean).join('\n'),
  ]
  return { subject: subjectOf(facts), text: text.filter(Boolean).join('\n\n') }
}

type Sender = Pick<Profile, 'name' | 'company' | 'phone'>

const subjectOf = (facts: OfferFacts): string =>
  `Re: ${laneOf(facts)}${facts.reference ? ` - Ref# ${facts.reference}` : ''}`

/** Fills a template for the posting and adds what is missing; names the values that it lacks. */
export function templateReply(
  template: TemplateSource,
  row: OfferRow,
  { facts, sender }: { facts: OfferFacts; sender: SenderProfile },
): Reply | { missing: string[] } {
  const filled = fillMessage(template, valuesOf(facts, sender))
  if ('missing' in filled) return { missing: [...filled.missing.map(placeholderTitle), ...filled.unknown] }
  const text = bodyText(filled.html).replaceAll('\n', '\n\n')
  return {
    subject: filled.subject.trim() || subjectOf(facts),
    text: [text, questionsFor(row)].filter(Boolean).join('\n\n'),
  }
}

/** Mail programs and browsers cut longer addresses off. */
const maxLink = 1_900

/** The link that opens a reply in the person's mail program; without the text where that is too long for a link. */
export function mailLink(to: string, { subject, text }: Reply): { href: string; hasText: boolean } {
  const head = `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
  const whole = `${head}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  const hasText = whole.length <= maxLink
  return { href: hasText ? whole : head, hasText }
}
