import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { signInMinutes } from '@loadping/contract/sign-in/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { queueEncrypted } from '../jobs/job-queue.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'

const SignInEmail = z.object({
  to: z.string(),
  link: z.string(),
  code: z.string(),
  /** For a stranger who may not sign up: is not sent. Queued all the same, so that the answer takes as long. */
  isWithheld: z.optional(z.boolean()),
})
type SignInEmail = z.infer<typeof SignInEmail>

export const queueSignInEmail = (ctx: Deps, payload: SignInEmail): Promise<void> =>
  queueEncrypted(ctx, { kind: 'sign-in-email', id: randomUUIDv7(), payload })

/** Delivers sign-in emails. They are never paused: users must be able to sign in. */
export const signInEmailJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'sign-in-email',
    concurrency: 4,
    payload: SignInEmail,
    write: writeSignInEmail,
    lifetimeMs: signInMinutes * 60_000,
    retryDelaySeconds: (failedAttempts) => Math.min(2 ** failedAttempts, 60),
    mayRepeat: true,
  })

/** The email has a link, and a code for another device or browser. */
function writeSignInEmail(
  { to, link, code, isWithheld }: SignInEmail,
  job: { id: string; date: Date },
): OutgoingMessage | undefined {
  if (isWithheld) return undefined
  const validity = `The link and code expire in ${signInMinutes} minutes and work once.`
  return {
    ...productHead(job),
    to,
    subject: `${code} is your ${brand.name} sign-in code`,
    ...writeBody({
      title: `Sign in to ${brand.name}`,
      preheader: validity,
      parts: [
        { link: { label: 'Sign in', url: link } },
        { code: { label: 'Or enter this code', code } },
        { text: `${validity} Didn't request this? Ignore this email.` },
      ],
      reason: `Sent to ${to} because this address was entered to sign in to ${brand.name}.`,
    }),
  }
}
