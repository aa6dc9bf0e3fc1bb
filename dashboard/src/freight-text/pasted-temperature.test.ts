import { formatTemperature } from '@loadping/contract/format/temperature'
import { expect, test } from 'vitest'
import { readPastedLoads } from './pasted-load.ts'
import { pastingDay } from './pasted-loads.cases.ts'

const read = (text: string) => {
  const { temperature } =
    readPastedLoads(`Fresno, CA to Boise, ID\n${text}`, { today: pastingDay }).loads[0]?.fields ?? {}
  return temperature && formatTemperature(temperature.value)
}

test.each([
  ['-10F continuous', '-10 °F continuous'],
  ['reefer 34-36 cont', '34 to 36 °F continuous'],
  ['reefer 34-36', '34 to 36 °F'],
  ['set at 28°', '28 °F'],
  ['set to -5', '-5 °F'],
  ['temp 55 degrees start-stop', '55 °F start-stop'],
  ['Temp: 33/35, start/stop', '33 to 35 °F start-stop'],
  ['Temperature: 0 to 10 F (Continuous)', '0 to 10 °F continuous'],
  ['-20 to -10F', '-20 to -10 °F'],
  ['frozen, minus 10', '-10 °F'],
  ['Reefer must run continuous, 36 deg', '36 °F continuous'],
  ['reefer +2 C', '36 °F'],
  ['-18°C', '0 °F'],
  ['maintain 38-40', '38 to 40 °F'],
])('[D13.27] the temperature of “%s” is read', (text, temperature) => {
  expect(read(text)).toBe(temperature)
})

test.each([
  'flatbed 48-53 ft',
  'reefer 48-53\u2019',
  'pick 8-10',
  'run 53 ft',
  'set of 12 pallets',
  'minus $50',
  '44k continuous coil',
])('[D13.27] no temperature is read in “%s”', (text) => {
  expect(read(text)).toBeUndefined()
})
