import type { LoadField } from '@loadping/contract/extension/board-health'
import { expect, test } from 'vitest'
import { definitions } from '../boards/readers.ts'
import { disclosure } from './disclosure.ts'

/** The word of the notice for each field that a board can show; none shows a temperature. */
const words: Record<Exclude<LoadField, 'board' | 'boardLoadId' | 'emailFrom' | 'temperature'>, string> = {
  origin: 'lane',
  dest: 'lane',
  pickupDay: 'dates',
  pickupUntilDay: 'dates',
  pickupTime: 'dates',
  pickupUntilTime: 'dates',
  deliveryDay: 'dates',
  deliveryTime: 'dates',
  equipment: 'equipment',
  fullPartial: 'size',
  lengthFeet: 'size',
  weightPounds: 'size',
  tripMiles: 'miles',
  deadheadMiles: 'miles',
  rate: 'rate',
  company: 'company',
  contactEmail: 'contact',
  phone: 'contact',
  reference: 'reference',
  mc: 'MC',
  dot: 'USDOT',
  commodity: 'commodity',
  comments: 'comments',
  creditScore: 'credit score',
  daysToPay: 'days to pay',
  postedAt: 'age',
}

test('[D12.4] the notice names every field that is read on a board', () => {
  const text = disclosure.points.find(({ title }) => title === 'What is read')?.text
  const read = [...new Set(definitions.flatMap(({ fields }) => fields))]

  expect(read.length).toBeGreaterThan(20)
  const named = Object.entries(words).filter(([, word]) => new RegExp(`\\b${word}\\b`).test(text ?? ''))
  expect(read.filter((field) => !named.some(([name]) => name === field))).toEqual([])
})
