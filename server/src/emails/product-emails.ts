import { signInMinutes } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { InvitationMail, invitationMessage } from './invitation-email.ts'
import { signInMessage } from './sign-in-email.ts'

export const SignInMail = z.object({ to: z.string(), link: z.string(), code: z.string() })
export type SignInMail = z.infer<typeof SignInMail>

export type ProductEmailKind = 'sign-in-email' | 'invitation-email'
type Work = { id: string; date: Date }

type ProductMail = {
  /** The message that the kept text describes. */
  write: (kept: unknown, work: Work) => OutgoingMessage
  /** After that it is of no use any more. */
  lifetimeMs: number
  /** Seconds to the next try after so many. */
  pause: (claims: number) => number
  /** Whether it may arrive twice without harm, so that it is tried again when nobody knows whether it arrived. */
  mayRepeat: boolean
}

/** LoadPing's own mails: what they say, and how long and how often they are tried. */
export const productEmails: Record<ProductEmailKind, ProductMail> = {
  'sign-in-email': {
    write: (kept, work) => signInMessage(SignInMail.parse(kept), work),
    lifetimeMs: signInMinutes * 60_000,
    pause: (claims) => Math.min(2 ** claims, 60),
    mayRepeat: true,
  },
  'invitation-email': {
    write: (kept, work) => invitationMessage(InvitationMail.parse(kept), work),
    lifetimeMs: 24 * 3_600_000,
    pause: (claims) => Math.min(10 * 3 ** (claims - 1), 3_600),
    mayRepeat: false,
  },
}
