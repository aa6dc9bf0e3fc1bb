import { type PastedReader, startsCell } from './pasted-reader.ts'

/** What a label says about the text after it. `stop` labels lead to a place, a date or both; `other` is not read. */
export type LabelKey = keyof typeof labels

const labels = {
  origin: 'origin|orig|from|ship from|origin city|pickup city|shipper city|pick up city|origin location|start',
  originState: 'origin state|shipper state|pickup state|origin st',
  dest: 'destination|dest|to|ship to|destination city|delivery city|consignee city|drop city|destination location|end',
  destState: 'destination state|consignee state|delivery state|destination st|dest state',
  state: 'st|state',
  stopOrigin:
    'pickup|pick up|pick-up|pick|pu|picks|pickup location|pick up location|pick-up at|pickup at|shipper|pickup date|' +
    'pick up date|pick-up date|pickup dates|ship date|date ready|ready|avail|available|pickup earliest|pickup window|' +
    'pickupdate|pu date|ship|pick up window|loading|ready date|pickup time|shipping date',
  pickupUntil: 'pickup latest|latest pickup',
  stopDest:
    'delivery|deliver|del|drop|drop off|dropoff|drop-off|delivery location|drop location|deliver to|consignee|receiver|' +
    'delivery date|delivery window|del date|deliver by|drop date|deliver date|due|due date|so|deliverydate|unloading|' +
    'delivery time|final drop',
  when: 'date|time|appt|appointment',
  equipment:
    'equipment|equip|eq|truck|trailer|truck type|trailer type|equipment type|equipment needed|vehicle|vehicle size|' +
    'suggested truck size|type|mode|vehicle type|equipmenttype',
  fullPartial: 'load|full/partial|full / partial|f/p|load size|size|load type|ltl/tl|tl/ltl|capacity',
  lengthFeet: 'length|len',
  weightPounds: 'weight|wt|wgt|gross weight|total weight|lbs|lb',
  tripMiles: 'trip|miles|mileage|distance|dist|trip miles|total miles|loaded miles',
  deadheadMiles: 'deadhead|dh|dh-o|do|deadhead miles',
  rate:
    'rate|pay|paying|payment|offer|offer rate|target rate|target|linehaul|total carrier pay|carrier pay|carrier rate|' +
    'max buy|money|total|price|pays|our rate|all in rate',
  ratePerMile: 'rate / mile|rate/mile|rate per mile|rpm',
  company: 'company|broker|poster|posted by|co|bill to|brokerage|company name|broker name',
  contact: 'contact|contact info|call',
  phone: 'phone|contact phone|tel|cell|office|direct|mobile|phone number|broker phone',
  email: 'email|e-mail|contact email',
  mc: 'mc|mc#|docket|broker mc|mc number|mc #',
  dot: 'dot|usdot|dot#',
  reference:
    'ref|ref #|ref id|reference|reference id|reference number|reference #|load #|load number|load id|loadid|load no|order|' +
    'order #|order no|order number|pro|pro #|pro number|shipment|shipment id|shipment #|load offer #|offer #',
  commodity: 'commodity|product|goods|commodities',
  comments: 'comments|comment|notes|note|remarks|special info|special instructions|pickup notes|instructions',
  creditScore: 'credit score|cs',
  daysToPay: 'days to pay|dtp',
  temperature: 'temp|temps|temperature|temp range|reefer temp|set temp|set point|setpoint',
  hazmat: 'haz|hazmat',
  other:
    'age|posted|expires|expiry|dh-d|pieces|pcs|pallets|dims|dimensions|fax|status|customer|factorable|bid link|credit|' +
    'contact name|after hours|exp factor|other|remit to|field|contact person|driver|carrier|carrier name',
}

/** Labels that need no sign after them at the start of a line, as in `Miles 338`. */
const plainLabels = new Set<LabelKey>([
  'origin',
  'dest',
  'equipment',
  'lengthFeet',
  'weightPounds',
  'tripMiles',
  'rate',
  'company',
  'phone',
  'daysToPay',
  'creditScore',
  'stopOrigin',
  'stopDest',
  'deadheadMiles',
  'reference',
])
const neverPlain = new Set([
  'from',
  'to',
  'start',
  'end',
  'broker',
  'total',
  'truck',
  'trailer',
  'type',
  'lbs',
  'lb',
  'do',
])
const alsoPlain = new Set(['posted', 'size', 'load type', 'age'])

type Phrase = { words: string[]; key: LabelKey; text: string }

const phrases = new Map<string, Phrase[]>()
for (const [key, list] of Object.entries(labels))
  for (const text of list.split('|')) {
    const words = text.split(/(?<=#)|(?=#)|\s+|(?=\/)|(?<=\/)/).filter((word) => word.trim())
    const first = words[0] ?? ''
    // The key is one of the table's, whose names Object.entries widens.
    const phrase = { words, key: key as LabelKey, text }
    phrases.set(
      first,
      [...(phrases.get(first) ?? []), phrase].sort((one, other) => other.words.length - one.words.length),
    )
  }

/** A label, where its value begins, and whether a sign such as `:` or a line of its own makes it one beyond doubt. */
export type Label = { key: LabelKey; next: number; number?: number; isSigned: boolean }

/** Finds the label that begins at the index: `Pick up date:`, `Weight (lbs) = `, `Origin` on a line of its own. */
export function findLabel(reader: PastedReader, index: number): Label | undefined {
  const { tokens } = reader
  if (tokens[index]?.kind !== 'word') return undefined
  for (const { words, key, text } of phrases.get(tokens[index]?.lower ?? '') ?? []) {
    if (!words.every((word, at) => tokens[index + at]?.lower === word)) continue
    const found = afterLabel(reader, index, index + words.length, key, text)
    if (found) return found
  }
  return undefined
}

/** Without a colon it is Colorado, as in `Destination: Aurora, CO`. */
const colorado = 'co'

function afterLabel(reader: PastedReader, index: number, end: number, key: LabelKey, text: string): Label | undefined {
  const { tokens } = reader
  let next = skipUnit(reader, end)
  const isStop = /^(?:stop|drop|pick|pickup|delivery|pu|so|del)$/.test(text)
  const number = isStop && /^\d$/.test(tokens[next]?.text ?? '') ? Number(tokens[next]?.text) : undefined
  if (number !== undefined) next++
  while (tokens[next]?.text === '.' && tokens[next]?.isGlued) next++
  if (tokens[next]?.text === '"' && tokens[next + 1]?.text === ':') next++
  if (tokens[next]?.text === '#' && tokens[next + 1]?.text === ':') next++
  const sign = tokens[next]
  const withNumber = number === undefined ? {} : { number }
  const isDash = /^[-–—]$/.test(sign?.text ?? '') && !sign?.isGlued && !tokens[next + 1]?.isGlued
  const isCellEnd = /\t|\s{2}/.test(reader.text.slice(tokens[next - 1]?.end ?? 0, sign?.start ?? 0))
  const atStart = startsCell(reader, index)
  if (sign?.text === ':' || sign?.text === '=') return { key, next: next + 1, ...withNumber, isSigned: true }
  if (!atStart || text === colorado) return undefined
  if (sign?.text === '|' || (isDash && key !== 'when')) return { key, next: next + 1, ...withNumber, isSigned: true }
  if (!sign || sign.kind === 'break' || isCellEnd) return { key, next, ...withNumber, isSigned: true }
  if (number !== undefined && isStop) return { key, next, number, isSigned: false }
  const isLineStart = tokens[index - 1]?.kind === 'break' || index === 0
  const isPlain = (plainLabels.has(key) && !neverPlain.has(text)) || alsoPlain.has(text)
  if (!isPlain || !isLineStart || (key === 'reference' && !/\d/.test(sign.text + (tokens[next + 1]?.text ?? ''))))
    return undefined
  return { key, next, isSigned: false }
}

/** Skips `(lbs)`, `(ft)`, `(s)` or `(per trip)` after a label. */
function skipUnit({ tokens }: PastedReader, index: number): number {
  if (tokens[index]?.text !== '(') return index
  for (let next = index + 1; next < index + 4; next++) if (tokens[next]?.text === ')') return next + 1
  return index
}

/** Returns the key of a table's column. */
export function columnKey(title: string): LabelKey | undefined {
  const name = title
    .toLowerCase()
    .replace(/\(.*?\)|["'.]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const words = phrases.get(name.split(/[ /#]/)[0] ?? '') ?? []
  return (
    words.find(({ text }) => text === name || text.replaceAll(' ', '') === name.replaceAll(' ', ''))?.key ??
    extra.get(name)
  )
}

const extra = new Map<string, LabelKey>([
  ['equip type', 'equipment'],
  ['posted by', 'company'],
  ['loaded', 'tripMiles'],
])
