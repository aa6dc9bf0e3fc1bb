import { createHash } from 'node:crypto'
import { formatMoney } from '../contract/src/format/money.ts'
import { formatTemperature } from '../contract/src/format/temperature.ts'
import { type PastedLoad, readPastedLoads } from '../dashboard/src/freight-text/pasted-load.ts'
import {
  addedCases,
  type PastedCase,
  pastedCases,
  pastingDay,
} from '../dashboard/src/freight-text/pasted-loads.cases.ts'
import type { PastedFields } from '../dashboard/src/freight-text/pasted-reader.ts'

type Tally = { right: number; all: number }
/** A third of the first texts is held back; all of those that were added later are. */
export const corpora = ['tuned', 'held back', 'added'] as const
type Corpus = (typeof corpora)[number]

type Accuracy = { texts: number; whole: number; overall: Tally; fields: Record<string, Tally> }

/** Counts how many fields of the pasted texts are read exactly. A field that the text does not state is wrong. */
export function measurePasting(corpus: Corpus): Accuracy {
  const cases =
    corpus === 'added' ? addedCases : pastedCases.filter(({ text }) => isHeldBack(text) === (corpus === 'held back'))
  const accuracy: Accuracy = { texts: cases.length, whole: 0, overall: { right: 0, all: 0 }, fields: {} }
  for (const item of cases) {
    const read = readAsText(item)
    const names = [...new Set([...Object.keys(item.fields), ...Object.keys(read)])]
    const wrong = names.filter((name) => item.fields[name]?.replace(/\s+/g, ' ') !== read[name])
    if (wrong.length === 0) accuracy.whole++
    for (const name of names) {
      const isRight = !wrong.includes(name)
      const tally = accuracy.fields[name] ?? { right: 0, all: 0 }
      accuracy.fields[name] = countOne(tally, isRight)
      accuracy.overall = countOne(accuracy.overall, isRight)
    }
  }
  return accuracy
}

const countOne = ({ right, all }: Tally, isRight: boolean): Tally => ({
  right: right + (isRight ? 1 : 0),
  all: all + 1,
})

const isHeldBack = (text: string): boolean => (createHash('sha256').update(text).digest()[0] ?? 0) % 3 === 0

/** Reads the first load of a text, each field as the text that the cases hold. */
function readAsText({ text }: PastedCase): Record<string, string> {
  const { loads, isNoLoad } = readPastedLoads(text, { today: pastingDay })
  const [load] = loads
  return {
    ...(load && fieldsOf(load)),
    ...(loads.length > 1 && { loads: String(loads.length) }),
    ...(isNoLoad && { notes: 'no-load' }),
    ...(load && load.notes.length > 0 && { notes: load.notes.map(({ why }) => why).join(' ') }),
  }
}

function fieldsOf({ fields, requirements }: PastedLoad): Record<string, string> {
  const texts = Object.entries(fields).map(([name, { value }]) => [name, formatValue(value).replace(/\s+/g, ' ')])
  return { ...Object.fromEntries(texts), ...(requirements.length > 0 && { special: requirements.join(', ') }) }
}

function formatValue(value: NonNullable<PastedFields[keyof PastedFields]>['value']): string {
  if (typeof value !== 'object') return String(value)
  if ('city' in value) return `${value.city}, ${value.state ?? '?'}${value.postalCode ? ` ${value.postalCode}` : ''}`
  if ('lowF' in value) return formatTemperature(value)
  if ('day' in value) return `${value.day}${value.time ? ` ${value.time}` : ''}`
  return `${formatMoney(value.cents)}${value.basis === 'per-mile' ? '/mi' : ''}`
}
