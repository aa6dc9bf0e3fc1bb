import * as z from 'zod/mini'
import { TokenPair } from '../sign-in/sign-in.ts'

/** How many days an account can be kept after its owner deleted it. */
export const keepDays = 7

/** What confirms a deletion besides the account's own address. */
export const confirmationWord = 'DELETE'

/** Whether a typed text confirms the deletion of the account with this address. */
export const isConfirmation = (typed: string, email: string): boolean =>
  [confirmationWord, email].some((text) => text.toLowerCase() === typed.trim().toLowerCase())

/** What the deletion of an account would delete, end and keep. */
export const DeletionPreview = z.object({
  /** When everything would be deleted for good. */
  deletesAt: z.iso.datetime(),
  templates: z.int(),
  loads: z.int(),
  /** All emails, and those that wait, which would not be sent. */
  emails: z.int(),
  waiting: z.int(),
  mailboxes: z.int(),
  /** The team, and whether it keeps what was sent for it, is deleted too, or has to be transferred first. */
  team: z.nullable(z.object({ name: z.string(), outcome: z.enum(['keeps', 'deleted', 'transfer-first']) })),
  /** What is paid for at Stripe, and until when; null for nothing. */
  paid: z.nullable(z.object({ plan: z.enum(['PRO', 'BUSINESS']), until: z.iso.datetime() })),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

/** A session of an account that its owner kept, and whether its subscription renews again; null without one. */
export const KeptAccount = z.extend(TokenPair, { isRenewing: z.nullable(z.boolean()) })
export type KeptAccount = z.infer<typeof KeptAccount>
