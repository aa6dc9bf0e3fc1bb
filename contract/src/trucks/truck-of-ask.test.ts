import { expect, test } from 'vitest'
import type { BoardId } from '../boards/board-id.ts'
import { EquipmentClass } from '../boards/equipment.ts'
import type { Place } from '../boards/posted-load.ts'
import { fitsLoad, truckOfAsk } from './truck-of-ask.ts'

const place = (city: string): Place => ({ city, state: 'KS' })
const truck = (equipment: EquipmentClass | null, city: string, isCurrent = false) => ({
  equipment,
  place: place(city),
  emptyAt: '2026-11-21T20:00:00.000Z',
  isCurrent,
})

test.each<[string, BoardId | undefined, EquipmentClass[]]>([
  ['V', 'dat-one', ['van', 'reefer']],
  ['R', 'dat-one', ['reefer']],
  ['VR', 'dat-one', ['van', 'reefer']],
  ['F', 'truckstop', ['flatbed', 'step-deck']],
  ['SD', 'truckstop', ['step-deck']],
  ['RV', 'truckstop', ['van', 'reefer']],
  ['VF', 'truckstop', ['van', 'reefer', 'flatbed', 'step-deck']],
  ['SDF', 'truckstop', ['flatbed', 'step-deck']],
  ['RV', 'dat-one', ['reefer']],
  ['FR', 'dat-one', ['van', 'reefer', 'flatbed', 'step-deck']],
  ['SR', 'dat-one', ['step-deck', 'lowboy']],
  ['PO', 'loadlink', ['power-only']],
  ['Dry Van', 'loadlink-new', ['van', 'reefer']],
  ['CARGO VAN', 'sylectus', ['sprinter']],
  ['LARGE STRAIGHT', 'sylectus', ['box-truck']],
  ['C', undefined, ['container']],
  ['TS', undefined, ['tanker']],
  ['AC', undefined, ['other']],
])('[D13.14] what %s asks for on %s is carried by no other truck', (equipment, board, expected) => {
  expect(EquipmentClass.options.filter((each) => fitsLoad(truck(each, 'Olathe'), { board, equipment }))).toEqual(
    expected,
  )
})

test.each([
  ['without a place', { ...truck('van', ''), place: null }],
  ['without an empty time', { ...truck('van', 'Olathe'), emptyAt: null }],
  ['of unknown equipment', truck(null, 'Olathe')],
])('[D13.14] a truck %s is promised to nobody who asks for a van', (_what, unknown) => {
  expect(fitsLoad(unknown, { board: 'dat-one', equipment: 'V' })).toBe(false)
})

test('[D13.14] a posting without equipment is carried by any truck', () => {
  expect(fitsLoad(truck('flatbed', 'Olathe'), {})).toBe(true)
  expect(fitsLoad(truck(null, 'Olathe'), {})).toBe(true)
})

const miles: Record<string, number> = { near: 20, nearToo: 20, far: 300 }
const choose = (trucks: ReturnType<typeof truck>[], equipment?: string) =>
  truckOfAsk(trucks, { board: 'dat-one', equipment }, ({ city }) => miles[city])?.place.city

test.each([
  ['the current one although another is nearer', [truck('van', 'near'), truck('van', 'far', true)], 'far'],
  ['the current one if it carries more', [truck('van', 'near'), truck('reefer', 'far', true)], 'far'],
  [
    'the nearest if the current one does not fit',
    [truck('flatbed', 'here', true), truck('van', 'far'), truck('van', 'near')],
    'near',
  ],
  ['the nearest if none is current', [truck('van', 'far'), truck('reefer', 'near')], 'near'],
  ['the first of equally near ones', [truck('van', 'nearToo'), truck('van', 'near')], 'nearToo'],
  ['one at known miles', [truck('van', 'unknown'), truck('van', 'far')], 'far'],
  ['one at unknown miles if it is the only one', [truck('van', 'unknown'), truck('flatbed', 'near')], 'unknown'],
  ['none if none fits', [truck('flatbed', 'near', true), truck('power-only', 'near')], undefined],
  ['none of none', [], undefined],
])('[D13.14] the truck of an ask for a van is %s', (_what, trucks, expected) => {
  expect(choose(trucks, 'V')).toBe(expected)
})
