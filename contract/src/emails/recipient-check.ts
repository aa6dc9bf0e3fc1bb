import type { LoadFacts } from '../boards/posted-load.ts'
import { companyKeyOf } from '../boards/same-load.ts'
import type { KnownRecipient } from '../emails/recipient-verdict.ts'
import { formatCount } from '../format/counts.ts'
import { domainOf, isFreeMail } from '../mailboxes/free-mail.ts'
import { type ComparedDomain, comparedDomain, likenessTo, registeredDomain } from './look-alike.ts'
import type { RecipientVerdict } from './recipient-verdict.ts'

/** Returns what identifies a recipient's company: the registered domain or, for free mail, the whole address. */
export function recipientKeyOf(address: string): string {
  const domain = domainOf(address)
  return isFreeMail(domain) ? address.toLowerCase() : registeredDomain(domain)
}

/** The recipients of earlier emails, indexed once for many checks. */
export type KnownRecipients = {
  byDomain: ReadonlyMap<string, { sent: number; companies: ReadonlySet<string> }>
  /** By MC number, and by the company's name without legal form. */
  byBroker: ReadonlyMap<string, ReadonlySet<string>>
  compared: readonly ComparedDomain[]
}

export function indexRecipients(recipients: readonly KnownRecipient[]): KnownRecipients {
  const byDomain = new Map<string, { sent: number; companies: Set<string> }>()
  const byBroker = new Map<string, Set<string>>()
  for (const { domain, mc, companyKey, sent } of recipients) {
    const known = byDomain.get(domain) ?? { sent: 0, companies: new Set() }
    byDomain.set(domain, { sent: known.sent + sent, companies: known.companies.add(companyKey) })
    for (const broker of [mc, companyKey]) {
      if (broker) byBroker.set(broker, (byBroker.get(broker) ?? new Set()).add(domain))
    }
  }
  const compared = [...byDomain.keys()].filter((domain) => !domain.includes('@')).map(comparedDomain)
  return { byDomain, byBroker, compared }
}

/** Where an address was read: in a posting's contact fields, in its comments or another text, or nowhere. */
export type ReadFrom = 'contact' | 'comments' | 'typed'

export function readFromOf(to: string, { contactEmail, emailFrom, board }: LoadFacts): ReadFrom {
  if (to !== contactEmail) return 'typed'
  return emailFrom ?? (board === undefined ? 'comments' : 'contact')
}

type Recipient = {
  to: string
  readFrom: ReadFrom
  load: Pick<LoadFacts, 'mc' | 'company'>
  known: KnownRecipients
}

/** Judges the recipient of an inquiry by the team's earlier emails. */
export function checkRecipient({ to, readFrom, load, known }: Recipient): RecipientVerdict {
  const key = recipientKeyOf(to)
  const ofBroker = [load.mc ?? '', companyKeyOf(load.company ?? '')].flatMap((broker) => [
    ...(known.byBroker.get(broker) ?? []),
  ])
  if (ofBroker.includes(key)) return green

  const host = domainOf(to)
  const isKnown = known.byDomain.has(key)
  const imitated = isKnown || isFreeMail(host) ? undefined : findImitated(host, { load, ofBroker, known })
  if (imitated !== undefined) {
    const times = timesOf(known.byDomain.get(imitated)?.sent ?? 0)
    return { level: 'red', reason: `${host} looks like ${imitated}, which your team has emailed ${times}.` }
  }
  if (!isKnown && /(^|\.)xn--/.test(host)) return { level: 'red', reason: `${host} is written in foreign letters.` }

  const who = load.company ?? (load.mc ? `MC ${load.mc}` : 'this company')
  const ownDomain = ofBroker.find((other) => !other.includes('@'))
  if (ownDomain !== undefined && isFreeMail(host))
    return { level: 'red', reason: `This is free mail. Your team has emailed ${who} at ${ownDomain}.` }
  const [other] = ofBroker
  if (other !== undefined)
    return {
      level: readFrom === 'comments' ? 'red' : 'amber',
      reason: `New for ${who}: your team has emailed ${ownDomain ?? other}.`,
    }
  if (readFrom === 'comments' && !isKnown)
    return { level: 'amber', reason: 'This address was read in a text, not in the contact fields of a posting.' }
  return green
}

const green: RecipientVerdict = { level: 'green', reason: null }

const timesOf = (count: number): string => (count === 1 ? 'once' : `${formatCount(count)} times`)

/** Returns the known domain that this one may be mistaken for. */
function findImitated(
  host: string,
  { load, ofBroker, known }: Pick<Recipient, 'load' | 'known'> & { ofBroker: string[] },
): string | undefined {
  const { name } = comparedDomain(registeredDomain(host))
  const isOwnName = ofBroker.length === 0 && spellsCompany(name, load.company)
  const isOfOther = ({ domain }: ComparedDomain) => !known.byDomain.get(domain)?.companies.has('')
  const likenessOf = likenessTo(host)
  return known.compared.find((other) => {
    const likeness = likenessOf(other)
    return likeness !== undefined && !(likeness !== 'same' && isOwnName && isOfOther(other))
  })?.domain
}

/** What companies put before and after their name in a domain. */
const affixes = /^(ship|go|my|the|team|get)|(llc|inc|log|fs|trans|corp|co|usa?|group|online)$/g

/** Whether a domain's name is what another company would choose: its first words, or its initials. */
function spellsCompany(name: string, company = ''): boolean {
  const words = companyKeyOf(company).split(' ').filter(Boolean)
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(''))
  const initials = words.map(([initial]) => initial).join('')
  const letters = name.replaceAll('-', '')
  return [letters, letters.replace(affixes, '')].some((own) => own === initials || beginnings.includes(own))
}
