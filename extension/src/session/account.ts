import { UserType } from '@loadping/contract/account/user-type'
import { Template } from '@loadping/contract/templates/templates'
import * as z from 'zod/mini'

/** The signed-in user's data that rows and the popup show. */
export const Account = z.object({
  email: z.string(),
  /** Null until onboarding is complete. */
  userType: z.nullable(UserType),
  /** Emails left this month; null without a limit. */
  emails: z.nullable(z.int()),
  limitEmails: z.nullable(z.int()),
  /** How long after its click an email may still be sent. */
  sellByMinutes: z.int(),
  /** Whether a mailbox is connected. */
  accountVerified: z.boolean(),
  /** How many emails failed or may have been sent, and were neither resent nor dismissed. */
  needAttention: z.int(),
  templates: z.array(
    z.pick(Template, { id: true, name: true, subject: true, template: true, isDefault: true, version: true }),
  ),
})
export type Account = z.infer<typeof Account>
