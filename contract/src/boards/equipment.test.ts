import { expect, test } from 'vitest'
import { BoardId } from './board-id.ts'
import { equipmentName, shortEquipment } from './equipment.ts'

test.each<[BoardId, string, string]>([
  ['dat-one', 'V', 'Van'],
  ['dat-one', 'rv', 'Reefer or vented van'],
  ['truckstop', 'V', 'Van'],
  ['truckstop', 'TNK', 'Tanker'],
  ['truckstop', 'RV', 'Van or reefer'],
  ['sylectus', 'LARGE STRAIGHT', 'Large straight truck'],
  ['loadlink', 'SD', 'Step deck'],
  ['dat-one', 'Curtain side', 'Curtain side'],
])('[D4.10] on %s, %s is named %s', (board, code, name) => {
  expect(equipmentName(board, code)).toBe(name)
})

test.each(BoardId.options)('[D4.10] the common codes have a name on %s', (board) => {
  for (const code of ['V', 'R', 'F', 'SD', 'PO']) expect(equipmentName(board, code)).not.toBe(code)
})

test.each([
  ['V', 'V'],
  ['TNK', 'TNK'],
  ['SPRINTER', 'SPR'],
  ['LARGE STRAIGHT', 'LS'],
])('a narrow column shows %s as %s', (code, short) => {
  expect(shortEquipment(code)).toBe(short)
})
