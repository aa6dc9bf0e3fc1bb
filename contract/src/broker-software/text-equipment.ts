import { equipmentName, equipmentNames } from '../boards/equipment.ts'
import type { Token } from './text-tokens.ts'

/** What carriers write instead of a board's name for the equipment. */
const aliases: Record<string, string> = {
  'dry van': 'Van',
  'dry vans': 'Van',
  vans: 'Van',
  dv: 'Van',
  'dry box': 'Van',
  reefers: 'Reefer',
  refrigerated: 'Reefer',
  'flat bed': 'Flatbed',
  flatbeds: 'Flatbed',
  stepdeck: 'Step deck',
  'step-deck': 'Step deck',
  stepdecks: 'Step deck',
  rgn: 'Removable gooseneck',
  'low boy': 'Lowboy',
  'power-only': 'Power only',
  'box truck': 'Straight box truck',
  'straight truck': 'Straight box truck',
  sprinter: 'Sprinter van',
  hotshot: 'Flatbed, hotshot',
  'hot shot': 'Flatbed, hotshot',
  'small straight': 'Small straight truck',
  'large straight': 'Large straight truck',
  'caja seca': 'Van',
  'po load': 'Power only',
  'car hauler': 'Auto carrier',
}

/** Names that say something about the freight more often than about the truck, unless a label is before them. */
const ambiguous = new Set(['Hazmat', 'Container'])

type Phrase = { words: string[]; name: string }

const phrases = new Map<string, Phrase[]>()
for (const [phrase, name] of [...equipmentNames.map((name) => [name, name] as const), ...Object.entries(aliases)]) {
  const words = phrase.toLowerCase().replaceAll(',', '').split(' ')
  const first = words[0] ?? ''
  phrases.set(
    first,
    [...(phrases.get(first) ?? []), { words, name }].sort((one, other) => other.words.length - one.words.length),
  )
}

/** Reads the longest name of equipment that begins at the index. */
export function readEquipment(tokens: Token[], index: number): { value: string; next: number } | undefined {
  if (tokens[index - 1]?.text === '_' || tokens[index]?.kind !== 'word') return undefined
  for (const { words, name } of phrases.get(tokens[index]?.lower ?? '') ?? []) {
    const next = matchWords(tokens, index, words)
    const isClear = !ambiguous.has(name) || tokens[index - 1]?.text === ':'
    if (next !== undefined && isClear && tokens[next]?.text !== '_') return { value: name, next }
  }
  return undefined
}

/** Reads a code of DAT One, which most boards share, or one that people write: `V`, `FD`, `RGN`. */
export function readEquipmentCode(tokens: Token[], index: number): { value: string; next: number } | undefined {
  const code = tokens[index]?.text ?? ''
  const value = code === 'RGN' ? 'Removable gooseneck' : equipmentName('dat-one', code)
  return value === code || code !== code.toUpperCase() ? undefined : { value, next: index + 1 }
}

function matchWords(tokens: Token[], index: number, words: string[]): number | undefined {
  let next = index
  for (const word of words) {
    if (tokens[next]?.text === ',' && next > index) next++
    if (tokens[next]?.lower !== word) return undefined
    next++
  }
  return next
}

const openDeck = /flatbed|step deck|double drop|lowboy|gooseneck|landoll|stretch|conestoga/i

/** Equipment whose names differ although it hauls the same. */
const alike = {
  sprinter: /sprinter|cargo van/,
  straight: /box truck|straight truck/,
  power: /power only/,
  moving: /moving/,
  tanker: /tanker/,
  container: /container/,
}

/** Lists the kinds of freight that equipment of a name can haul: a reefer takes a van's too. */
export function kindsOfEquipment(name: string): Set<string> {
  const lower = name.toLowerCase()
  const [alone] = Object.entries(alike).find(([, pattern]) => pattern.test(lower)) ?? []
  if (alone) return new Set([alone])
  const kinds = new Set<string>()
  if (openDeck.test(lower)) kinds.add('open')
  if (/reefer/.test(lower)) kinds.add('reefer')
  if (/\bvan\b/.test(lower)) kinds.add('van')
  if (kinds.size === 0) kinds.add(lower)
  return kinds
}
