import * as z from 'zod/mini'
import { KnownRecipient } from '../emails/recipient-verdict.ts'

/** What the caller and their team asked and got on one lane, on loads that they contacted someone about. */
export const RememberedLane = z.object({
  /** See `rememberedLaneKey`: both cities and the equipment. */
  lane: z.string(),
  asks: z.int(),
  /** The newest contact: when, who (an index of `people`) and the ask. */
  lastAt: z.iso.datetime(),
  lastBy: z.int(),
  lastAskCents: z.nullable(z.int()),
  /** Of asks with known miles. */
  medianPerMileCents: z.nullable(z.int()),
  booked: z.int(),
  lastBookedCents: z.nullable(z.int()),
})
export type RememberedLane = z.infer<typeof RememberedLane>

/** The same with one broker. */
export const RememberedBroker = z.object({
  /** An MC number or what `recipientKeyOf` returns. */
  broker: z.string(),
  asks: z.int(),
  booked: z.int(),
  lastAt: z.iso.datetime(),
})
export type RememberedBroker = z.infer<typeof RememberedBroker>

/** The contacts of the caller and their team in the last 90 days, newest first: at most 5,000 entries and 300 KB. */
export const BoardMemory = z.object({
  version: z.string(),
  people: z.array(z.string()),
  lanes: z.array(RememberedLane),
  brokers: z.array(RememberedBroker),
  recipients: z.array(KnownRecipient),
})
export type BoardMemory = z.infer<typeof BoardMemory>
