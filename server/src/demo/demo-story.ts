import { randomUUIDv7 } from 'node:crypto'
import { equipmentClassOf } from '@loadping/contract/boards/equipment'
import { formatCount } from '@loadping/contract/format/counts'
import { statusAfter } from '@loadping/contract/loads/load-status'
import { hasAmount, type OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { valuesOf } from '@loadping/contract/templates/placeholders'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { render } from '../inquiries/inquiries.service.ts'
import { buildLoad } from '../loads/build-load.ts'
import { demoBrokers, demoCarriers, demoNotes } from './demo-freight.ts'
import { type DemoPosting, postDemoLoad } from './demo-posting.ts'
import type { Random } from './demo-random.ts'
import type { DemoSender } from './demo-senders.ts'

/** A demo load with all that happened to it; of a broker's posting only what was sent about it. */
export type DemoStory = {
  posting: DemoPosting
  load: Insertable<Tables['load']> | undefined
  events: DemoEvent[]
  email: Omit<Selectable<Tables['email']>, 'searchText'> | undefined
  contacts: (DemoContact & { loadId: string | null })[]
}

type DemoEvent = Partial<Insertable<Tables['loadEvent']>> &
  Pick<Insertable<Tables['loadEvent']>, 'userId' | 'loadId' | 'by' | 'at' | 'kind'>

type DemoContact = {
  id: string
  type: 'EMAIL' | 'PHONE'
  userId: string
  organizationId: string | null
  toAddress: string
  loadKey: string
  load: StoredFacts
  askCents: number
  contactTime: Date
}

type StoryInput = { sender: DemoSender; others: DemoSender[]; days: number; now: Date }

/** How loads end, by how often. `asked` waits for an answer. */
const endings: { end: 'saved' | 'asked' | 'replied' | OutcomeKind; share: number }[] = [
  { end: 'saved', share: 6 },
  { end: 'asked', share: 12 },
  { end: 'replied', share: 7 },
  { end: 'no-answer', share: 31 },
  { end: 'countered', share: 9 },
  { end: 'booked', share: 8 },
  { end: 'declined', share: 9 },
  { end: 'covered', share: 18 },
]

const minutes = 60_000

/** How many in a hundred emails are followed by a call. */
const callsAfterEmail = 96

/** Creates how a carrier saved a load and what came of it by now. */
export function createLoadStory(random: Random, { sender, others, days, now }: StoryInput): DemoStory {
  const posting = postDemoLoad(random, { partners: demoBrokers, trucks: sender.trucks, days, now })
  const { facts, savedAt } = posting
  const { userId } = sender
  const { row, events } = buildLoad({ userId, now: savedAt, known: undefined, loadKey: posting.loadKey, facts })
  const { end } = random.pickByShare(endings)
  const first = end === 'saved' ? undefined : contactAbout(random, { sender, posting, load: row, now })
  const call = first?.type === 'EMAIL' && random.happens(callsAfterEmail) ? callAfter(random, first, now) : undefined
  const contact = call ?? first
  const contacts = [first, call].flatMap((one) => one ?? [])
  const noted = random.happens(12) ? [noteOn(random, { sender, others, posting, loadId: row.id, now })] : []
  const calls = contacts.filter(({ type }) => type === 'PHONE').map((one) => callOf(one, row.id))
  const ending = contact && end !== 'saved' ? endingOf(random, { contact, end, loadId: row.id, now }) : undefined
  const contacted = contact && {
    status: 'contacted' as const,
    askCents: contact.askCents,
    contactedAt: contact.contactTime,
    truckIds: first?.email?.truckId ? [first.email.truckId] : null,
  }
  return {
    posting,
    load: { ...row, ...contacted, ...ending?.changes, note: noted[0]?.text ?? null },
    events: [...events, ...calls, ...noted, ...(ending?.events ?? [])],
    email: first?.email && { ...first.email, loadId: row.id },
    contacts: contacts.map((one) => ({ ...one, loadId: row.id })),
  }
}

/** Creates how a teammate saved the same posting some minutes later. */
export function createSavedStory(
  random: Random,
  { sender, posting, now }: Pick<StoryInput, 'sender' | 'now'> & { posting: DemoPosting },
): DemoStory {
  const savedAt = new Date(Math.min(posting.savedAt.getTime() + random.between(1, 15) * minutes, now.getTime()))
  const { userId } = sender
  const { loadKey, facts } = posting
  const { row, events } = buildLoad({ userId, now: savedAt, known: undefined, loadKey, facts })
  return { posting, load: row, events, email: undefined, contacts: [] }
}

/** Creates whom a broker emailed or called about a posting of their own, without a load. */
export function createOfferStory(random: Random, { sender, days, now }: StoryInput): DemoStory {
  const posting = postDemoLoad(random, { partners: demoCarriers, trucks: sender.trucks, days, now })
  const contact = contactAbout(random, { sender, posting, load: { loadKey: posting.loadKey ?? '' }, now })
  return {
    posting,
    load: undefined,
    events: [],
    email: contact.email && { ...contact.email, loadId: null },
    contacts: [{ ...contact, loadId: null }],
  }
}

type Contacting = { sender: DemoSender; posting: DemoPosting; load: { loadKey: string }; now: Date }

function contactAbout(random: Random, { sender, posting, load: { loadKey }, now }: Contacting) {
  const { facts, savedAt, bidCents, truckLocation } = posting
  const contactTime = new Date(Math.min(savedAt.getTime() + random.between(20, 400) * 1_000, now.getTime() - minutes))
  const { userId, organizationId } = sender
  const about = { id: randomUUIDv7(), userId, organizationId, loadKey, load: facts }
  if (facts.contactEmail === undefined || random.happens(15)) {
    const askCents = roundTo25(bidCents * (random.between(102, 112) / 100))
    return { ...about, type: 'PHONE' as const, toAddress: '', askCents, contactTime, email: undefined }
  }
  const toAddress = facts.contactEmail
  const written = writeEmail(random, { sender, facts, bidCents, truckLocation })
  const askCents = written.askCents ?? bidCents
  return {
    ...about,
    type: 'EMAIL' as const,
    toAddress,
    askCents,
    contactTime,
    email: {
      ...about,
      ...sender.addresses,
      ...written,
      toAddress,
      askCents,
      cc: [],
      state: 'sent' as const,
      createdAt: contactTime,
      sentAt: new Date(contactTime.getTime() + 7_000),
      failureReason: null,
      failureCode: null,
      dismissedAt: null,
      resentAs: null,
      resendOf: null,
      resendUndoneAt: null,
      isPractice: false,
      truckId: truckOf(sender, posting) ?? null,
      withdrawalOf: null,
      replyOf: null,
      counterAt: null,
      recipientVerdict: { level: 'green' as const, reason: null },
    },
  }
}

/** One of the sender's trucks that is what the posting asks for; the same at every start. */
function truckOf({ truckIds }: DemoSender, { facts, savedAt }: DemoPosting): string | undefined {
  const fitting = truckIds.get(equipmentClassOf(facts.board, facts.equipment ?? '')) ?? []
  return fitting[Math.floor(savedAt.getTime() / 1_000) % fitting.length]
}

function writeEmail(
  random: Random,
  {
    sender,
    facts,
    bidCents,
    truckLocation,
  }: Pick<DemoPosting, 'facts' | 'bidCents' | 'truckLocation'> & { sender: DemoSender },
) {
  const template = pickTemplate(random, sender, facts)
  const rate = postedTotalCents(facts) === undefined ? formatCount(Math.round(bidCents / 100)) : undefined
  const filled = render(
    template,
    valuesOf(facts, { ...sender.profile, ...(!sender.isBroker && { truckLocation }) }, { rate }),
  )
  return { ...filled, templateId: template.id, templateVersion: 1, templateName: template.name }
}

/** Picks a template that suits the trailer, or the Default one; one that the sender has not used yet first. */
function pickTemplate(
  random: Random,
  { templates, usedTemplates, isBroker }: DemoSender,
  { equipment = 'V', tripMiles = 0 }: StoredFacts,
) {
  const label = { R: 'reefer', F: 'flatbed', SD: 'flatbed' }[equipment] ?? 'van'
  const suiting = templates.filter(
    ({ labels }) => isBroker || (labels.includes(label) && (tripMiles < 400 || !labels.includes('today'))),
  )
  const others = templates.filter(({ labels, isDefault }) => isDefault || labels.includes('follow-up'))
  const unused = [...suiting, ...others].find(({ id }) => !usedTemplates.has(id))
  const picked = unused ?? random.pick([...suiting, ...suiting, ...others])
  usedTemplates.add(picked.id)
  return picked
}

/** Creates the call of a sender who got no answer to an email, or undefined if it is too soon. */
function callAfter(random: Random, email: DemoContact, now: Date): DemoContact | undefined {
  const contactTime = new Date(email.contactTime.getTime() + random.between(3, 15) * minutes)
  if (contactTime > now) return undefined
  const { userId, organizationId, loadKey, load, askCents } = email
  const about = { userId, organizationId, loadKey, load, askCents }
  return { ...about, id: randomUUIDv7(), type: 'PHONE', toAddress: '', contactTime }
}

const callOf = ({ id, userId, contactTime, askCents }: DemoContact, loadId: string): DemoEvent => ({
  userId,
  loadId,
  id,
  by: userId,
  at: contactTime,
  kind: 'called',
  cents: askCents,
})

type Noting = Pick<StoryInput, 'sender' | 'others' | 'now'> & { posting: DemoPosting; loadId: string }

function noteOn(random: Random, { sender, others, posting, loadId, now }: Noting) {
  const at = new Date(Math.min(posting.savedAt.getTime() + random.between(1, 240) * minutes, now.getTime()))
  const by = others.length > 0 && random.happens(30) ? random.pick(others) : sender
  return { userId: sender.userId, loadId, by: by.userId, at, kind: 'note' as const, text: random.pick(demoNotes) }
}

type Ended = { contact: DemoContact; end: 'asked' | 'replied' | OutcomeKind; loadId: string; now: Date }

function endingOf(random: Random, { contact, end, loadId, now }: Ended) {
  const { userId, contactTime, askCents } = contact
  const repliedAt = new Date(contactTime.getTime() + random.between(4, 90) * minutes)
  const endedAt = new Date(repliedAt.getTime() + random.between(10, 200) * minutes)
  const event = { userId, loadId, by: userId }
  if (end === 'asked' || repliedAt > now) return undefined
  const replied = { ...event, at: repliedAt, kind: 'status' as const, status: 'replied' as const }
  if (end === 'replied' || endedAt > now)
    return end === 'no-answer'
      ? undefined
      : { changes: { status: replied.status, updatedAt: repliedAt }, events: [replied] }
  const [least, most] = end === 'booked' ? [94, 100] : [86, 94]
  const cents = hasAmount(end) ? roundTo25(askCents * (random.between(least, most) / 100)) : null
  const outcome = { outcome: end, outcomeCents: cents, outcomeAt: endedAt, statedAt: endedAt }
  const status = statusAfter[end] ?? 'contacted'
  const ended = { ...event, at: endedAt, kind: 'outcome' as const, outcome: end, cents, status }
  return {
    changes: { ...outcome, status, updatedAt: endedAt },
    events: end === 'no-answer' ? [ended] : [replied, ended],
  }
}

const roundTo25 = (cents: number): number => Math.round(cents / 2_500) * 2_500
