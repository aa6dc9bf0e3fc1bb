import {
  EquipmentClass,
  equipmentClassNames,
  equipmentClassOf,
  equipmentCodes,
} from '@loadping/contract/boards/equipment'
import type { Place } from '@loadping/contract/boards/posted-load'
import { readCell } from '@loadping/contract/format/csv'
import { readHours } from '@loadping/contract/format/durations'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import { fullClocks } from '@loadping/contract/trucks/driving-hours'
import Papa from 'papaparse'
import { readPlace } from '../../freight-text/typed-place.ts'
import { readEmptyTime } from '../read-empty-time.ts'

/** What a line says of a truck; what it does not say is undefined. */
export type ReadTruck = {
  /** Its line in the text, from 1. */
  line: number
  name: string
  equipment?: EquipmentClass
  place?: Place
  /** As typed, until the zone of the place is known. */
  emptyText?: string
  driveMinutes?: number
  /** Texts that were not understood, each with the reason. */
  unclear: string[]
}

type Column = 'name' | 'equipment' | 'place' | 'empty' | 'hours'

const heads: Record<Column, RegExp> = {
  name: /^(name|truck|unit|number|truck (name|number|#)|unit (number|#)|driver)$/,
  equipment: /^(equipment|type|trailer|trailer type|equipment type)$/,
  place: /^(place|location|city|empty in|where|empty city|empty location)$/,
  empty: /^(empty|empty at|empty time|when|available|available at|ready|time)$/,
  hours: /^(hours|hours left|drive|driving|drive left|driving left|hos)$/,
}

const maxLines = 1_000

/** Reads one truck a line, of pasted text or of a file: with tabs, commas or semicolons, and a head or none. */
export function readTrucks(text: string): ReadTruck[] {
  const content = splitAtSpaces(text.replace(/^\uFEFF/, ''))
  const [, delimiter = ','] = /([\t;])/.exec(content.split('\n', 1)[0] ?? '') ?? []
  const { data } = Papa.parse(content, { delimiter, skipEmptyLines: 'greedy' })
  const rows = data.slice(0, maxLines + 1).map((cells) => joinPlaces(cells.map((cell) => readCell(cell).trim())))
  const columns = readHead(rows[0] ?? [])
  return rows.flatMap((cells, index) => {
    if (index === 0 && columns) return []
    const read = columns ? readByHead(cells, columns) : readByContent(cells)
    return read.name === '' && read.unclear.length === 0 ? [] : [{ line: index + 1, ...read }]
  })
}

/** Text that was copied from a page has spaces between its columns. */
function splitAtSpaces(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return !text.includes('\t') && lines.every((line) => / {2,}/.test(line.trim())) ? text.replace(/ {2,}/g, '\t') : text
}

/** A state after a comma belongs to the city before it. */
function joinPlaces(cells: string[]): string[] {
  const joined: string[] = []
  for (const cell of cells) {
    const before = joined.at(-1)
    const whole = `${before}, ${cell}`
    const isPlace =
      before !== undefined && !before.includes(',') && isState(cell) && readTruckPlace(whole) !== undefined
    if (isPlace) joined[joined.length - 1] = whole
    else joined.push(cell)
  }
  return joined
}

const isState = (cell: string): boolean => /^[A-Za-z]{2}(\s+[\dA-Z][\dA-Z ]{3,6})?$/.test(cell)

/** The column of each cell, if the first line names them. */
function readHead(cells: readonly string[]): (Column | undefined)[] | undefined {
  const columns = cells.map((cell) => columnOf(cell.toLowerCase()))
  return columns.filter(Boolean).length > cells.length / 2 && columns.includes('name') ? columns : undefined
}

const columnOf = (head: string): Column | undefined => {
  const names: Column[] = ['name', 'equipment', 'place', 'empty', 'hours']
  return names.find((column) => heads[column].test(head))
}

type Read = Omit<ReadTruck, 'line'>

function readByHead(cells: readonly string[], columns: readonly (Column | undefined)[]): Read {
  const read: Read = { name: '', unclear: [] }
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    if (cell === '' || column === undefined) continue
    take(read, column, cell)
  }
  return checkName(read)
}

/** Without a head the first cell is the name, and the others say themselves what they are. */
function readByContent([name = '', ...cells]: readonly string[]): Read {
  const read: Read = { name, unclear: [] }
  for (const cell of cells) {
    if (cell === '') continue
    const column = guessless(cell, read)
    if (column) take(read, column, cell)
    else read.unclear.push(`“${cell}”`)
  }
  return checkName(read)
}

/** The one column that a cell can be of; undefined if none or several. */
function guessless(cell: string, read: Read): Column | undefined {
  if (read.equipment === undefined && readEquipment(cell)) return 'equipment'
  if (read.place === undefined && readTruckPlace(cell)) return 'place'
  const isPlainClock = /^\d{1,2}(:\d{2}|[.,]\d{1,2})?$/.test(cell)
  if (isPlainClock) return read.emptyText === undefined ? undefined : 'hours'
  const untilZone = cell.replace(/\s[ECMP][SD]?T$/i, '')
  if (read.emptyText === undefined && readEmptyTime(untilZone, 'UTC', Date.now()) !== undefined) return 'empty'
  return read.driveMinutes === undefined && readDrive(cell) !== undefined ? 'hours' : undefined
}

/** Takes a cell into its column, or notes why it is not understood. */
function take(read: Read, column: Column, cell: string): void {
  if (column === 'name') read.name = cell
  else if (column === 'empty') read.emptyText = cell
  else if (column === 'equipment') {
    const equipment = readEquipment(cell)
    if (equipment) read.equipment = equipment
    else read.unclear.push(`equipment “${cell}”`)
  } else if (column === 'place') {
    const place = readTruckPlace(cell)
    if (place) read.place = place
    else read.unclear.push(`place “${cell}”: write it as Elgin, IL`)
  } else {
    const minutes = readDrive(cell)
    if (minutes !== undefined) read.driveMinutes = minutes
    else read.unclear.push(`hours “${cell}”: write them as 8:30, at most 11:00`)
  }
}

function checkName(read: Read): Read {
  if (read.name === '') return { ...read, unclear: ['no name', ...read.unclear] }
  return read.name.length > 40
    ? { ...read, name: '', unclear: [`name “${read.name.slice(0, 40)}…” is too long`] }
    : read
}

const aliases: Record<string, EquipmentClass> = {
  'dry van': 'van',
  refrigerated: 'reefer',
  'flat bed': 'flatbed',
  conestoga: 'flatbed',
  stepdeck: 'step-deck',
  'step-deck': 'step-deck',
  rgn: 'lowboy',
  'double drop': 'lowboy',
  'power-only': 'power-only',
  'straight truck': 'box-truck',
  'cargo van': 'sprinter',
  sprinter: 'sprinter',
}

/** Reads a name or a code of DAT, with or without a length. */
function readEquipment(cell: string): EquipmentClass | undefined {
  const text = cell
    .toLowerCase()
    .replace(/\b\d{2}\s*(?:'|ft|feet|foot)?\b\.?/g, '')
    .replace(/'/g, '')
    .trim()
  const known = EquipmentClass.options.find((option) => equipmentClassNames[option].toLowerCase() === text)
  const code = equipmentCodes.find((each) => each.code.toLowerCase() === text)
  return known ?? aliases[text] ?? (code && equipmentClassOf(undefined, code.code))
}

/** Reads `Olathe, KS` and `Olathe KS` with a state or province that exists. */
function readTruckPlace(cell: string): Place | undefined {
  const place = readPlace(cell) ?? readPlace(cell.replace(/^([^,]+?)\s+([A-Z]{2})(\s+\d{5})?$/, '$1, $2$3'))
  return place && timeZoneOf(place) ? place : undefined
}

function readDrive(cell: string): number | undefined {
  const minutes = readHours(cell.replace(/^(\d{1,2})\s*h\s*(\d{1,2})\s*m(in)?$/i, '$1:$2'))
  return minutes !== undefined && minutes <= fullClocks.drive ? minutes : undefined
}
