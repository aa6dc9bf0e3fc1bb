import type { Profile, SenderDomain } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { type CarrierNumber, readCarrierNumber } from '@loadping/contract/broker-software/mc-number'
import { readTokens } from '@loadping/contract/broker-software/text-tokens'
import { domainOf, isFreeMail } from '@loadping/contract/mailboxes/free-mail'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { bodyText } from '@loadping/contract/templates/body-text'
import type { TemplateSource } from '@loadping/contract/templates/placeholders'

/** Where a point is fixed: in the profile, at the mailboxes, in the templates, or at the domain's host. */
export type FixPlace = 'profile' | 'mailbox' | 'templates' | 'domain'

/** One thing that a reader of the emails judges the sender by; `unknown` could not be checked. */
export type BrokerViewPoint = {
  code:
    | 'registered'
    | 'address'
    | 'phone'
    | 'numbers'
    | 'same-numbers'
    | 'signature'
    | 'company'
    | 'spf'
    | 'dmarc'
    | 'dkim'
  state: 'good' | 'improve' | 'unknown'
  text: string
  why: string
  fix?: { text: string; place: FixPlace }
}

export type BrokerViewInput = {
  userType: UserType
  profile: Profile
  /** The mailbox that emails leave from, or undefined without one. */
  mailbox: { kind: MailboxKind; address: string } | undefined
  templates: ({ name: string } & TemplateSource)[]
  /** What name servers say about the mailbox's domain, or undefined while that is not known. */
  domain: SenderDomain | undefined
}

/** Judges how the sender looks to those who get the emails, in display order. */
export function judgeSender(input: BrokerViewInput): BrokerViewPoint[] {
  const readers = input.userType === 'carrier' ? 'Brokers' : 'Carriers'
  return [
    ...judgeRegistered(input),
    judgeAddress(input, readers),
    judgePhone(input, readers),
    judgeNumbers(input, readers),
    judgeSameNumbers(input, readers),
    judgeSignature(input, readers),
    judgeCompany(input, readers),
    ...judgeDomain(input),
  ]
}

type Judge = (input: BrokerViewInput, readers: string) => BrokerViewPoint

/** Judges whether emails come from the address that the carrier registered; nothing if none is in the profile. */
export function judgeRegistered({
  userType,
  profile: { registeredEmail },
  mailbox,
}: Pick<BrokerViewInput, 'userType' | 'profile' | 'mailbox'>): BrokerViewPoint[] {
  if (!registeredEmail || userType !== 'carrier') return []
  const common = {
    code: 'registered',
    why: "Brokers' vetting tools compare the sender with the address you registered. Another one looks like an impostor's.",
  } as const
  const own = mailbox?.kind === 'relay' ? undefined : mailbox?.address
  if (own?.toLowerCase() === registeredEmail)
    return [{ ...common, state: 'good', text: `You send from ${registeredEmail}, as registered` }]
  return [
    {
      ...common,
      state: 'improve',
      text: own
        ? `Emails come from ${own}, not from ${registeredEmail}`
        : `Emails don't come from ${registeredEmail}, which you registered`,
      fix: { text: 'Send from the registered address, or register this one', place: 'mailbox' },
    },
  ]
}

const judgeAddress: Judge = ({ mailbox, profile: { company } }, readers) => {
  const common = { code: 'address', why: `${readers} compare the address with the company to spot impostors.` } as const
  if (!mailbox || mailbox.kind === 'relay')
    return {
      ...common,
      state: 'improve',
      text: "Emails don't come from your own mailbox",
      fix: { text: "Connect a mailbox at your company's domain", place: 'mailbox' },
    }
  const domain = domainOf(mailbox.address)
  if (isFreeMail(domain))
    return {
      ...common,
      state: 'improve',
      text: `${mailbox.address} is a free address`,
      why: `Anybody can get one, so many ${readers.toLowerCase()} don't reply to them.`,
      fix: { text: "Connect a mailbox at your company's domain", place: 'mailbox' },
    }
  if (!company)
    return { ...common, state: 'unknown', text: `Is ${domain} your company's domain?`, fix: addTo('company') }
  return namesCompany(domain, company)
    ? { ...common, state: 'good', text: `${domain} fits ${company}` }
    : {
        ...common,
        state: 'improve',
        text: `${domain} doesn't name ${company}`,
        fix: { text: "Send from your company's domain, or check the company's name", place: 'profile' },
      }
}

const addTo = (what: string) => ({ text: `Add your ${what}`, place: 'profile' as const })

/** Words that many companies have in their names. */
const common = new Set(
  `and carrier carriers co company corp corporation express freight group haul hauling inc line lines llc llp logistics
  ltd services solutions the transport transportation trans truck trucking trucks usa`.split(/\s+/),
)

/** Whether the domain has a word of the company's name, its initials, or is part of the name. */
function namesCompany(domain: string, company: string): boolean {
  const words = company.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const joined = words.join('')
  const labels = domain
    .split('.')
    .slice(0, -1)
    .map((label) => label.replaceAll('-', ''))
  const initials = words.map((word) => word[0]).join('')
  return labels.some(
    (label) =>
      (label.length > 2 && joined.includes(label)) ||
      (initials.length > 1 && label === initials) ||
      words.some((word) => word.length > 2 && !common.has(word) && label.includes(word)),
  )
}

const judgePhone: Judge = ({ profile: { phone } }, readers) => ({
  code: 'phone',
  state: phone ? 'good' : 'improve',
  text: phone ? `Phone ${phone}` : 'No phone number',
  why: `${readers} call when a load is urgent, and call back the number they have on file.`,
  ...(!phone && { fix: addTo('phone number') }),
})

const judgeNumbers: Judge = ({ profile: { mc, dot } }, readers) => {
  const missing = [...(mc ? [] : ['MC number']), ...(dot ? [] : ['USDOT number'])]
  return {
    code: 'numbers',
    state: missing.length === 0 ? 'good' : 'improve',
    text: missing.length === 0 ? `MC ${mc}, USDOT ${dot}` : `No ${missing.join(' and no ')}`,
    why: `${readers} look up authority, insurance and safety by these numbers before they reply.`,
    ...(missing.length > 0 && { fix: addTo(missing.join(' and your ')) }),
  }
}

const judgeSameNumbers: Judge = ({ profile, templates }, readers) => {
  const texts = [
    { name: 'Your signature', place: 'profile' as const, text: profile.signature ?? '' },
    ...templates.map(({ name, subject, template }) => ({
      name: `“${name}”`,
      place: 'templates' as const,
      text: `${subject}\n${bodyText(template)}`,
    })),
  ]
  const [other] = texts.flatMap(({ text, ...where }) =>
    numbersIn(text)
      .filter(({ kind, number }) => profile[kind] && Number(profile[kind]) !== Number(number))
      .map((found) => ({ ...where, ...found })),
  )
  const label = other?.kind === 'mc' ? 'MC' : 'USDOT'
  return {
    code: 'same-numbers',
    state: other ? 'improve' : 'good',
    text: other
      ? `${other.name} says ${label} ${other.number}, your profile ${profile[other.kind]}`
      : 'The same numbers everywhere',
    why: `${readers} treat two numbers of one company as a sign of fraud.`,
    ...(other && {
      fix: {
        text: other.place === 'profile' ? 'Correct one of them' : `Put {{${other.kind}}} in its place`,
        place: other.place,
      },
    }),
  }
}

function numbersIn(text: string): CarrierNumber[] {
  const tokens = readTokens(text)
  return tokens.flatMap((_, index) => readCarrierNumber(tokens, index)?.value ?? [])
}

const judgeSignature: Judge = ({ profile: { signature }, templates }, readers) => {
  const without = templates.filter(({ template }) => !/\{\{\s*signature\s*\}\}/.test(template))
  const isSame = Boolean(signature) && without.length === 0
  return {
    code: 'signature',
    state: isSame ? 'good' : 'improve',
    text: isSame
      ? 'Every template ends with your signature'
      : signature
        ? `${without.length === 1 ? `“${without[0]?.name}” doesn't` : `${without.length} templates don't`} use your signature`
        : 'No signature',
    why: `${readers} expect a name, a company and a phone number, the same in each email.`,
    ...(!isSame && {
      fix: signature ? { text: 'End them with {{signature}}', place: 'templates' as const } : addTo('signature'),
    }),
  }
}

const judgeCompany: Judge = ({ profile: { company, signature } }, readers) => {
  const common = {
    code: 'company',
    why: `${readers} suspect double brokering when sender and carrier differ without a word about it.`,
  } as const
  if (!company) return { ...common, state: 'improve', text: 'No company', fix: addTo('company') }
  const isNamed = signature?.toLowerCase().includes(company.toLowerCase())
  if (!signature || isNamed) return { ...common, state: 'good', text: `You write for ${company}` }
  return /\b(?:dispatch(?:ing|er|ed)?\s+(?:for|by)|on behalf of)\b/i.test(signature)
    ? { ...common, state: 'good', text: 'Your signature says for whom you dispatch' }
    : {
        ...common,
        state: 'improve',
        text: `Your signature doesn't name ${company}`,
        fix: { text: `Add ${company}, or “dispatching for” and the carrier's name`, place: 'profile' },
      }
}

const recordTitles = { spf: 'SPF', dmarc: 'DMARC', dkim: 'DKIM' } as const
const recordTexts = {
  spf: { why: 'Without it, mail servers cannot tell your emails from forged ones.', fix: 'Add an SPF record' },
  dmarc: {
    why: 'Gmail and Outlook trust a domain more that says what to do with forgeries.',
    fix: 'Add a DMARC record',
  },
  dkim: {
    why: 'Without a signature, your emails land in spam more often.',
    fix: 'Turn on DKIM at your email provider',
  },
} as const

/** Judges the records of the sender's own domain; free and relay mailboxes are signed by their provider. */
function judgeDomain({ mailbox, domain }: BrokerViewInput): BrokerViewPoint[] {
  if (!mailbox || mailbox.kind === 'relay' || isFreeMail(domainOf(mailbox.address))) return []
  const name = domainOf(mailbox.address)
  return (['spf', 'dmarc', 'dkim'] as const).map((code): BrokerViewPoint => {
    const { why, fix } = recordTexts[code]
    const found = domain?.domain === name ? domain[code] : 'unknown'
    const title = recordTitles[code]
    if (found === 'found') return { code, state: 'good', text: `${name} has ${title}`, why }
    return found === 'missing'
      ? {
          code,
          state: 'improve',
          text: `${name} has no ${title}`,
          why,
          fix: { text: `${fix} for ${name}`, place: 'domain' },
        }
      : { code, state: 'unknown', text: `${title} of ${name} could not be checked`, why }
  })
}
