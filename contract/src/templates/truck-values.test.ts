import { expect, test } from 'vitest'
import { takesOwnWay } from './truck-values.ts'

const place = { city: 'Elgin', state: 'IL' }
const current = { place, isCurrent: true }
const other = { place, isCurrent: false }
const nowhere = { place: null, isCurrent: false }

test.each([
  ["the board's", { boardMiles: 45, truck: current, wayMiles: 145 }],
  ["the board's", { boardMiles: 45, truck: current, wayMiles: undefined }],
  ["the board's", { boardMiles: 400, truck: current, wayMiles: 20 }],
  ["the board's", { boardMiles: 45, truck: nowhere, wayMiles: undefined }],
  ["the board's", { boardMiles: 0, truck: undefined, wayMiles: undefined }],
  ["the truck's own way", { boardMiles: 45, truck: current, wayMiles: 146 }],
  ["the truck's own way", { boardMiles: 45, truck: other, wayMiles: 50 }],
  ["the truck's own way", { boardMiles: 45, truck: other, wayMiles: undefined }],
  ["the truck's own way", { boardMiles: undefined, truck: current, wayMiles: 50 }],
])('[D5.8] the deadhead is %s for %j', (expected, deadheads) => {
  expect(takesOwnWay(deadheads)).toBe(expected === "the truck's own way")
})
