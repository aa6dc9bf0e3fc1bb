import type { Token } from '@loadping/contract/broker-software/text-tokens'
import { keep, type PastedReader, spanOf } from './pasted-reader.ts'

type Degrees = { value: number; scale: 'f' | 'c' | undefined; isMarked: boolean; next: number }
type Range = { low: Degrees; high: Degrees | undefined; next: number }

const minusSign = /^(?:[-−–]|minus)$/

/** Reads `34°F`, `-10 F continuous` or `+2 C`, in Fahrenheit; with a label, or a word such as `minus`, also `34`. */
export function readTemperature(reader: PastedReader, index: number, isLabeled = false): number | undefined {
  const { tokens } = reader
  const isInNumber = minusSign.test(tokens[index]?.text ?? '') && /\d$/.test(tokens[index - 1]?.text ?? '')
  const range = readRange(tokens, index, isLabeled)
  if (!range || (isInNumber && !isLabeled)) return undefined
  const mode = readMode(tokens, skipMarks(tokens, range.next), true)
  const isTemp = /^temps?$/.test(tokens[range.next]?.lower ?? '')
  const isSaid = [range.low, range.high].some((degrees) => degrees?.isMarked) || mode !== undefined || isTemp
  if (!isSaid && !isLabeled) return undefined
  return keepRange(reader, index, range, { mode, rank: isLabeled ? 3 : 1 })
}

/** Reads `34-36 F`, `0 to 10 degrees`, `34-36 cont`, and `34-36` after `reefer`, which would look like hours. */
export function readTemperatureRange(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const range = readRange(tokens, index, false)
  if (!range?.high) return undefined
  const isOfReefer = /^reefers?$/.test(tokens[index - 1]?.lower ?? '')
  const hasUnit = /^(?:['’]|ft|feet|k|lbs?|mi|miles|#|\/)$/.test(tokens[range.next]?.lower ?? '')
  return readTemperature(reader, index, isOfReefer && !hasUnit)
}

/** Reads the temperature after words such as `temp`, `set at` or `running at`, and `minus 10`. */
export function readTemperatureWords(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const word = tokens[index]?.lower ?? ''
  if (word === 'minus') return readTemperature(reader, index, true)
  const isTemp = /^(?:temps?|temperature|setpoint)$/.test(word)
  if (!isTemp && !/^(?:set|run|running|runs|maintain|hold|keep|kept)$/.test(word)) return undefined
  let next = index + 1
  const skipped = isTemp ? /^(?:range|of|is|at|:|=)$/ : /^(?:at|to|point|temps?|:)$/
  while (next - index < maxWords && skipped.test(tokens[next]?.lower ?? '')) next++
  const isClear = isTemp || word === 'maintain' || next > index + 1
  return isClear ? readTemperature(reader, next, true) : undefined
}

/** Notes whether the reefer runs without stops, of the temperature before or after it. */
export function readReeferMode(reader: PastedReader, index: number): number | undefined {
  const mode = readMode(reader.tokens, index, false)
  if (!mode) return undefined
  reader.isContinuous ??= mode.isContinuous
  const { temperature } = reader.load
  if (temperature && temperature.value.isContinuous === undefined)
    reader.load.temperature = { ...temperature, value: { ...temperature.value, isContinuous: mode.isContinuous } }
  return mode.next
}

const maxWords = 4

function keepRange(
  reader: PastedReader,
  index: number,
  { low, high, next }: Range,
  { mode, rank }: { mode: Mode | undefined; rank: number },
): number | undefined {
  const scale = low.scale ?? high?.scale
  const [first = 0, second = first] = [low, ...(high ? [high] : [])]
    .map(({ value }) => (scale === 'c' ? Math.round(value * 1.8 + 32) : value) + 0)
    .toSorted((one, other) => one - other)
  if (first < minF || second > maxF) return undefined
  const isContinuous = mode?.isContinuous ?? reader.isContinuous
  const end = mode?.next ?? next
  const value = {
    lowF: first,
    ...(second !== first && { highF: second }),
    ...(isContinuous !== undefined && { isContinuous }),
  }
  keep(reader, 'temperature', value, spanOf(reader, index, end), rank)
  return end
}

const minF = -60
const maxF = 110

function readRange(tokens: Token[], index: number, isLabeled: boolean): Range | undefined {
  const low = readDegrees(tokens, index)
  if (!low) return undefined
  const between = tokens[low.next]?.lower ?? ''
  const isRange = /^(?:[-–—]|to|and)$/.test(between) || (isLabeled && between === '/')
  const high = isRange ? readDegrees(tokens, low.next + 1) : undefined
  return { low, high, next: high?.next ?? low.next }
}

function readDegrees(tokens: Token[], index: number): Degrees | undefined {
  const isMinus = minusSign.test(tokens[index]?.lower ?? '')
  const isSigned = isMinus || tokens[index]?.text === '+'
  const at = isSigned ? index + 1 : index
  const isApart = isSigned && tokens[index]?.kind === 'mark' && !tokens[at]?.isGlued
  const number = tokens[at]?.text ?? ''
  if (isApart || !/^\d{1,2}$/.test(number)) return undefined
  let next = at + 1
  if (/^(?:°|º|deg|degrees?)$/.test(tokens[next]?.lower ?? '')) next++
  const hasDegree = next > at + 1
  const letter = tokens[next]?.lower
  const scale = letter === 'f' || letter === 'c' ? letter : undefined
  if (scale) next++
  return { value: isMinus ? -Number(number) : Number(number), scale, isMarked: hasDegree || scale !== undefined, next }
}

/** Skips what may stand between a temperature and `continuous`. */
function skipMarks(tokens: Token[], index: number): number {
  let next = index
  while (next - index < 3 && (tokens[next]?.kind === 'break' || /^[(,.]$/.test(tokens[next]?.text ?? ''))) next++
  return next
}

type Mode = { isContinuous: boolean; next: number }

/** Reads `continuous` or `start-stop`; right after a temperature also `cont`. */
function readMode(tokens: Token[], index: number, isAfterTemperature: boolean): Mode | undefined {
  const word = tokens[index]?.lower ?? ''
  if (/^contin(?:uous|ous|uously)$/.test(word) || (isAfterTemperature && word === 'cont'))
    return { isContinuous: true, next: index + 1 }
  if (/^(?:start-stop|cycle-sentry)$/.test(word)) return { isContinuous: false, next: index + 1 }
  const stopAt = index + (/^[/&+]$/.test(tokens[index + 1]?.text ?? '') ? 2 : 1)
  return word === 'start' && tokens[stopAt]?.lower === 'stop' ? { isContinuous: false, next: stopAt + 1 } : undefined
}
