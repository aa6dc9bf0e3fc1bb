import { readLoadText } from '@loadping/contract/broker-software/load-text'
import type { LoadText, Reading, Unreadable } from '@loadping/contract/broker-software/text-reader'
import { formatMoney } from '@loadping/contract/format/money'
import type { Day } from '@loadping/contract/format/new-york-days'
import { bodyText } from '@loadping/contract/templates/body-text'
import { insertParagraph } from '@loadping/contract/templates/mail-check-fixes'
import type { Placeholder } from '@loadping/contract/templates/placeholder-titles'
import { fillMessage, listFilled, type TemplateSource, type Values } from '@loadping/contract/templates/placeholders'

/** A filled placeholder, and whether brokers' software reads its value back; `why` says what is in the way. */
export type ReadBack = { placeholder: string; name: Placeholder; value: string; why: string | undefined }

export type MachineCheck = { readBacks: ReadBack[]; load: LoadText; unreadable: Unreadable[] }

/** Fills a template, reads the email as brokers' software does, and compares what was read with what was filled in. */
export function checkReadBack(template: TemplateSource, values: Values, today: Day): MachineCheck | undefined {
  const message = fillMessage(template, values)
  if (!('subject' in message)) return undefined
  const read = readLoadText(`${message.subject}\n${bodyText(message.html)}`, { today })
  const readBacks = listFilled(template, values).flatMap(({ raw, name, value }) => {
    const fact = facts[name]
    return fact ? [{ placeholder: raw, name, value, why: findObstacle(fact, value, read.load) }] : []
  })
  return { readBacks, ...read }
}

/** Returns the template with a labeled line for a value that is not read back. */
export const labelValue = (template: TemplateSource, { placeholder, name }: ReadBack): TemplateSource =>
  insertParagraph(template, `[[${facts[name]?.label(`{{${placeholder}}}`) ?? `{{${placeholder}}}`}]]`)

/** What to write instead of a text that software cannot read. */
export const unreadableTexts: Record<Unreadable['why'], string> = {
  'written-date': 'Write the date in numbers, such as 11/21.',
  shorthand: 'Write the whole amount, such as $2,450.',
  'inexact-place': 'Name the city alone, without "near" or "towards".',
}

/** Returns what software reads of an offer in one line: `$2,450 all-in · Van · MC 123456 · empty Elgin, IL`. */
export function summarizeOffer({ rate, equipment, mc, dot, emptyIn, emptyOn }: LoadText): string {
  const basis = rate?.value.basis === 'per-mile' ? '/mi' : ''
  const ask = rate && `${formatMoney(rate.value.cents)}${basis}${rate.value.isAllIn ? ' all-in' : ''}`
  const number = mc ? `MC ${mc.value}` : dot && `USDOT ${dot.value}`
  const empty = [emptyIn?.text, emptyOn?.text].filter(Boolean).join(' ')
  return [ask, equipment?.value, number, empty && `empty ${empty}`].filter(Boolean).join(' · ')
}

/** How a value is labeled, and where it can be read back. Names, signatures and temperatures are not read. */
type Fact = { label: (value: string) => string; keys: (keyof LoadText)[] }

const fact = (before: string, keys: (keyof LoadText)[], after = ''): Fact => ({
  label: (value) => `${before}${value}${after}`,
  keys,
})

const facts: Partial<Record<Placeholder, Fact>> = {
  origin: fact('Origin: ', ['origin']),
  dest: fact('Destination: ', ['dest']),
  avail: fact('Pickup: ', ['pickup', 'emptyOn']),
  truck: fact('Equipment: ', ['equipment']),
  rate: fact('Rate: ', ['rate'], ' all-in'),
  ref: fact('Ref#: ', ['reference']),
  trip: fact('Trip: ', ['tripMiles'], ' miles'),
  do: fact('Deadhead: ', ['deadheadMiles'], ' miles'),
  tripDO: fact('Total: ', ['totalMiles'], ' total miles'),
  weight: fact('Weight: ', ['weightPounds']),
  length: fact('Length: ', ['lengthFeet']),
  load: fact('Load: ', ['fullPartial']),
  truckLocation: fact('Empty: ', ['emptyIn']),
  mc: fact('MC: ', ['mc']),
  dot: fact('USDOT: ', ['dot']),
  phone: fact('Phone: ', ['phone']),
  email: fact('Email: ', ['email']),
  postedLoadTruckType: fact('Equipment: ', ['equipment']),
  postedLoadTruckLoad: fact('Load: ', ['fullPartial']),
  postedLoadOriginDestination: fact('Lane: ', ['origin', 'dest']),
  postedLoadOrigin: fact('Origin: ', ['origin']),
  postedLoadDestination: fact('Destination: ', ['dest']),
  postedLoadAvailabilityDate: fact('Pickup: ', ['pickup', 'emptyOn']),
}

function findObstacle({ keys }: Fact, value: string, load: LoadText): string | undefined {
  const readings = keys.flatMap((key) => {
    const reading: Reading<unknown> | undefined = load[key]
    return reading ? [reading] : []
  })
  const lane =
    keys.includes('dest') && keys.includes('origin') ? readings.map(({ text }) => text).join(' to ') : undefined
  if (lane === value || readings.some((reading) => isSame(reading, value))) return undefined

  const [other] = readings
  return other
    ? `Brokers' software reads ${lane ?? other.text} here.`
    : "Brokers' software does not find this value. Put it on a line of its own, with a label."
}

/** Whether a reading is the value: as written, with its unit or a time after it, or by its standard name. */
const isSame = ({ text, value: read }: Reading<unknown>, value: string): boolean =>
  text === value || text.startsWith(`${value} `) || read === value
