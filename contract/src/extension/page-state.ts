import * as z from 'zod/mini'
import { Profile } from '../account/account.ts'
import { UserType } from '../account/user-type.ts'
import { BoardSettings } from '../boards/board-settings.ts'
import { TeamRules } from '../team/team-rules.ts'
import { Template } from '../templates/templates.ts'
import { Costs, Truck } from '../trucks/trucks.ts'
import { MarkChanges } from './marks.ts'

/** What a board's page needs to know of its user, besides the bodies of templates and the memory. */
export const PageState = z.object({
  /** Changes with anything below. Names what the caller has, in the next call. */
  version: z.string(),
  account: z.object({
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
  }),
  /** The caller's own, the default one first, then those that teammates share. */
  templates: z.array(
    z.extend(z.pick(Template, { id: true, name: true, isDefault: true, equipment: true, version: true }), {
      /** The name of the teammate who shares it; null for the caller's own. */
      owner: z.nullable(z.string()),
    }),
  ),
  /** What emails say about the caller. */
  profile: z.omit(Profile, { registeredEmail: true }),
  /** The texts of snippets by name. */
  snippets: z.record(z.string(), z.string()),
  /** The current truck, for versions of the extension that know no other; brokers have none. */
  truck: z.nullable(z.pick(Truck, { place: true, equipment: true })),
  /** All of the caller's, in the order they were saved. */
  trucks: z.optional(z.array(Truck)),
  costs: Costs,
  /** Dollars per US gallon by state, for those whose costs count it. */
  diesel: z.optional(z.record(z.string(), z.string())),
  marks: MarkChanges,
  /** The posting keys of the caller's marks whose asks are due for a call. */
  due: z.optional(z.array(z.string())),
  /** What the operator set for the boards. */
  boards: BoardSettings,
  /** What the managers of the caller's team allow; absent without a team. */
  rules: z.optional(TeamRules),
  /** Changes with the memory. */
  memoryVersion: z.string(),
})
export type PageState = z.infer<typeof PageState>

/** What an email with one version of a template says. */
export const TemplateBody = z.pick(Template, { id: true, version: true, subject: true, template: true })
export type TemplateBody = z.infer<typeof TemplateBody>

/** How many templates one call returns the bodies of. */
export const maxBodies = 50
