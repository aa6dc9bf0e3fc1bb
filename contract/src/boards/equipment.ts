import * as z from 'zod/mini'
import type { BoardId } from './board-id.ts'

/** What kinds of equipment have in common on every board. */
export const EquipmentClass = z.enum([
  'van',
  'reefer',
  'flatbed',
  'step-deck',
  'lowboy',
  'power-only',
  'box-truck',
  'sprinter',
  'container',
  'tanker',
  'other',
])
export type EquipmentClass = z.infer<typeof EquipmentClass>

export const equipmentClassNames: Record<EquipmentClass, string> = {
  van: 'Van',
  reefer: 'Reefer',
  flatbed: 'Flatbed',
  'step-deck': 'Step deck',
  lowboy: 'Lowboy',
  'power-only': 'Power only',
  'box-truck': 'Box truck',
  sprinter: 'Sprinter van',
  container: 'Container',
  tanker: 'Tanker',
  other: 'Other',
}

const dat: Record<string, string> = {
  V: 'Van',
  VA: 'Van, air-ride',
  VR: 'Van or reefer',
  VF: 'Van or flatbed',
  VV: 'Van, vented',
  VM: 'Van with team',
  VZ: 'Van, hazmat',
  VG: 'Van with lift-gate',
  VH: 'Van, hotshot',
  V2: 'Van, double',
  V3: 'Van, triple',
  R: 'Reefer',
  RV: 'Reefer or vented van',
  RM: 'Reefer with team',
  IR: 'Insulated van or reefer',
  F: 'Flatbed',
  FD: 'Flatbed or step deck',
  FT: 'Flatbed with tarps',
  FC: 'Flatbed with chains',
  FS: 'Flatbed with sides',
  FN: 'Flatbed, conestoga',
  FH: 'Flatbed, hotshot',
  FO: 'Flatbed, overdimension',
  FR: 'Flatbed, van or reefer',
  MX: 'Flatbed, maxi',
  SD: 'Step deck',
  SR: 'Step deck or RGN',
  DD: 'Double drop',
  LB: 'Lowboy',
  LR: 'Lowboy or RGN',
  RG: 'Removable gooseneck',
  LA: 'Landoll',
  ST: 'Stretch trailer',
  CN: 'Conestoga',
  C: 'Container',
  PO: 'Power only',
  PL: 'Power only, load-out',
  PT: 'Power only, tow-away',
  SB: 'Straight box truck',
  BR: 'Box truck, reefer',
  SV: 'Sprinter van',
  HB: 'Hopper bottom',
  DT: 'Dump trailer',
  AC: 'Auto carrier',
  BT: 'B-train',
  NU: 'Pneumatic',
  TA: 'Tanker, aluminum',
  TN: 'Tanker, intermodal',
  TS: 'Tanker, steel',
  TT: 'Truck and trailer',
  OT: 'Open top',
  MV: 'Moving van',
  HZ: 'Hazmat',
}

/** Codes that mean the same on every board. */
const common: Record<string, string> = { V: 'Van', R: 'Reefer', F: 'Flatbed', SD: 'Step deck', PO: 'Power only' }

/** The other codes of each board, as far as they are public; the same code can differ between boards. */
const names: Partial<Record<BoardId, Record<string, string>>> = {
  'dat-one': dat,
  truckstop: {
    LB: 'Lowboy',
    DD: 'Double drop',
    TNK: 'Tanker',
    IM: 'Intermodal container',
    VF: 'Van or flatbed',
    RV: 'Van or reefer',
    RVF: 'Flatbed, van or reefer',
    SDF: 'Flatbed or step deck',
  },
  sylectus: {
    'CARGO VAN': 'Cargo van',
    SPRINTER: 'Sprinter van',
    'SMALL STRAIGHT': 'Small straight truck',
    'LARGE STRAIGHT': 'Large straight truck',
  },
}

/** Returns the name of an equipment code, or the code itself if unknown; without a board it is one of DAT. */
export const equipmentName = (board: BoardId | undefined, code: string): string =>
  names[board ?? 'dat-one']?.[code.toUpperCase()] ?? commonEquipment(code.toUpperCase()) ?? code

/** Returns a code in at most three letters, as a narrow column shows it: of several words their initials. */
export function shortEquipment(code: string): string {
  if (code.length <= 3) return code
  const words = code.split(/\s+/)
  return (words.length > 1 ? words.map(([initial]) => initial).join('') : code).slice(0, 3)
}

/** Names a code that means the same on every board. */
export const commonEquipment = (code: string): string | undefined => common[code]

export const equipmentNames: readonly string[] = Object.values(names).flatMap((board) => Object.values(board))

/** The codes of DAT, which name the equipment of a load without a board, in the order of their names. */
export const equipmentCodes: readonly { code: string; name: string }[] = Object.entries(dat)
  .map(([code, name]) => ({ code, name }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

/** Other boards' equipment that DAT has no name for, and the code of what hauls the same. */
const likeness: Record<string, string> = {
  'Cargo van': 'SV',
  'Small straight truck': 'SB',
  'Large straight truck': 'SB',
  'Intermodal container': 'C',
}

/** Returns DAT's code for the name of equipment. */
export const equipmentCodeOf = (name: string): string | undefined =>
  equipmentCodes.find((each) => each.name === name)?.code ?? likeness[name]

/** By the name of the equipment, the first that fits; its first word says most. */
const classPatterns: [RegExp, EquipmentClass][] = [
  [/^(insulated|reefer|refrigerated)/, 'reefer'],
  [/^(sprinter|cargo van)/, 'sprinter'],
  [/^(straight|box truck|small straight|large straight)/, 'box-truck'],
  [/^(van|dry van|moving van)/, 'van'],
  [/^(flatbed|conestoga|hotshot)/, 'flatbed'],
  [/^step ?deck/, 'step-deck'],
  [/^(lowboy|double drop|removable gooseneck|rgn|landoll|stretch)/, 'lowboy'],
  [/^power only/, 'power-only'],
  [/^(container|intermodal)/, 'container'],
  [/^(tanker|pneumatic)/, 'tanker'],
]

/** Returns what an equipment code has in common with those of other boards. */
export const equipmentClassOf = (board: BoardId | undefined, code: string): EquipmentClass =>
  classOfName(equipmentName(board, code).toLowerCase()) ?? 'other'

/** Returns the classes between which a posting leaves the choice: two for `Van or reefer`, mostly one. */
export function equipmentClassesOf(board: BoardId | undefined, code: string): EquipmentClass[] {
  const name = equipmentName(board, code).toLowerCase()
  const choices = name.includes(' or ') ? name.split(/, | or /) : [name]
  const classes = choices.flatMap((choice) => classOfName(choice) ?? [])
  return classes.length > 0 ? [...new Set(classes)] : ['other']
}

const classOfName = (name: string): EquipmentClass | undefined =>
  classPatterns.find(([pattern]) => pattern.test(name))?.[1]
