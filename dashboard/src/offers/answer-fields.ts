import type { DateText } from '@loadping/contract/broker-software/text-dates'
import type { Reading } from '@loadping/contract/broker-software/text-reader'
import type { PastedPlace } from '../freight-text/pasted-reader.ts'

/** What a carrier asks, for the trip or for a mile. */
export type Ask = { cents: number; basis: 'flat' | 'per-mile' }

/** When a truck is empty: now, on a day with or without a time, or at a time of a day that the answer does not name. */
export type EmptyTime = { isNow: true } | DateText | { time: string }

type AnswerValues = {
  ask: Ask
  carrier: string
  mc: string
  /** By its name, such as Van. */
  equipment: string
  length: number
  emptyIn: PastedPlace
  emptyOn: EmptyTime
  reference: string
  email: string
  phone: string
}
export type AnswerKey = keyof AnswerValues

/** What an answer states, each value with the text that states it; several trucks or asks give several values. */
export type AnswerFields = { [K in AnswerKey]: Reading<AnswerValues[K]>[] }

export const createFields = (): AnswerFields => ({
  ask: [],
  carrier: [],
  mc: [],
  equipment: [],
  length: [],
  emptyIn: [],
  emptyOn: [],
  reference: [],
  email: [],
  phone: [],
})
