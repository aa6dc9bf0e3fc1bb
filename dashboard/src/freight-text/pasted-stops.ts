import { endsSentence, type Token } from '@loadping/contract/broker-software/text-tokens'
import { type PlaceFound, readAnyPlace, readKnownCity, readLaneWord } from './pasted-places.ts'
import { keep, type PastedReader, require, type Stop } from './pasted-reader.ts'

const arrows = new Set(['to', 'a', '-', '–', '—', '→', '>', '»', '⇒', '➡', '/', '➔', '⟶'])

/** Finds a lane such as `Joliet, IL to Dallas, TX`, `Joliet→Dallas` or `CHI-DAL`, and the index after it. */
export function findLane(
  tokens: Token[],
  index: number,
): { origin: PlaceFound; dest: PlaceFound; next: number } | undefined {
  const word = readLaneWord(tokens[index])
  if (word) return { ...word, next: index + 1 }
  const origin = readAnyPlace(tokens, index) ?? readKnownCity(tokens, index)
  if (!origin || !arrows.has(tokens[origin.next]?.lower ?? '')) return undefined
  let start = origin.next + 1
  while (/^[->/]$/.test(tokens[start]?.text ?? '') && start < origin.next + 4) start++
  const dest = readAnyPlace(tokens, start) ?? readKnownCity(tokens, start)
  return dest && { origin, dest, next: dest.next }
}

/** Reads a lane, or a place as the stop that the words before it call it. */
export function readStops(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const lane = findLane(tokens, index)
  if (lane) {
    keep(reader, 'origin', lane.origin.value, lane.origin, lane.origin.value.state ? 2 : 1.5)
    keep(reader, 'dest', lane.dest.value, lane.dest, lane.dest.value.state ? 2 : 1.5)
    return lane.next
  }
  const before = tokens[index - 1]?.lower ?? ''
  const isNamed = before === 'to' || before === 'from'
  const place = readAnyPlace(tokens, index) ?? readNamedCity(reader, index, isNamed)
  if (!place) return undefined
  if (isTruckPlace(tokens, index)) return place.next
  const stop: Stop = before === 'to' ? 'dest' : before === 'from' ? 'origin' : reader.cue
  const free = reader.load.origin ? 'dest' : 'origin'
  if (stop && !(stop === 'origin' && isSure(reader, 'origin') && !reader.load.dest))
    keep(reader, stop, place.value, place, 2)
  else keep(reader, free, place.value, place)
  return place.next
}

/** Reads a city without its state after `to` or `from`, or as a sentence of its own. */
function readNamedCity({ tokens }: PastedReader, index: number, isNamed: boolean): PlaceFound | undefined {
  const city = readKnownCity(tokens, index)
  const isSentence =
    (index === 0 || endsSentence(tokens, index - 1)) && city !== undefined && endsSentence(tokens, city.next)
  return isNamed || (isSentence && city.value.state) ? city : undefined
}

const isSure = (reader: PastedReader, key: 'origin' | 'dest'): boolean => (reader.ranks.get(key) ?? 0) >= 2

/** Whether the place is where a truck stands, as in `the truck in Elgin, IL`. */
const isTruckPlace = (tokens: Token[], index: number): boolean =>
  tokens[index - 1]?.lower === 'in' &&
  /^(?:truck|empty|located|reefer|mt|empties)$/.test(tokens[index - 2]?.lower ?? '')

const cues: Record<string, Stop> = Object.fromEntries([
  ...'pickup pick picks picking pu ready ship ships loading loads ramassage chargement recoge shipper'
    .split(' ')
    .map((word) => [word, 'origin'] as const),
  ...'delivery deliver delivers delivering del drop drops due dropping livraison entrega consignee receiver dropoff'
    .split(' ')
    .map((word) => [word, 'dest'] as const),
])

/** Follows a word such as `picks` or `delivers` until the sentence ends or an empty line comes. */
export function followCue(reader: PastedReader, index: number): void {
  const { tokens } = reader
  const token = tokens[index]
  const isBlank = token?.kind === 'break' && tokens[index + 1]?.kind === 'break'
  if (isBlank || (token?.kind === 'mark' && endsSentence(tokens, index))) reader.cue = undefined
  const word = token?.lower ?? ''
  if (token?.kind !== 'word' || !Object.hasOwn(cues, word)) return
  const after = tokens[index + 1]?.lower ?? ''
  if (/^(?:trailer|&|and|hook)$/.test(after) && word === 'drop') return
  reader.cue = cues[word]
  if (/^[2-9]$/.test(tokens[index - 1]?.text ?? '') && /^(?:picks|drops)$/.test(word))
    require(reader, 'Extra stops', index - 1, index + 1)
  if (/^[2-9]$/.test(after) && tokens[index + 2]?.kind !== 'mark') startStop(reader, Number(after), index)
}

/** Begins a numbered stop: the first pickup and the last delivery are the load's. */
export function startStop(reader: PastedReader, number: number, index: number): void {
  if (number < 2) return
  require(reader, 'Extra stops', index, index + 2)
  if (reader.cue === 'dest') for (const key of ['dest', 'delivery', 'deliveryUntil'] as const) reader.ranks.delete(key)
}
