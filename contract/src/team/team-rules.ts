import * as z from 'zod/mini'

/** What a team's managers allow its members to do with the postings of load boards. */
export const TeamRules = z.object({
  /** Whether loads may be saved without an email or a call about them. */
  allowsSave: z.boolean(),
  /** Whether phone numbers of postings are sent and stored. */
  allowsPhones: z.boolean(),
})
export type TeamRules = z.infer<typeof TeamRules>

/** What applies to who is in no team, and to a new one. */
export const openRules: TeamRules = { allowsSave: true, allowsPhones: true }

/** What is said where a save is refused. */
export const saveRefused = "Your team's managers turned off saving loads. Emails and calls still work."

/** `Save is on, phone numbers are off`. */
export const describeRules = ({ allowsSave, allowsPhones }: TeamRules): string =>
  `Save is ${allowsSave ? 'on' : 'off'}, phone numbers are ${allowsPhones ? 'on' : 'off'}`

/** Returns a posting without what the rules forbid to send or store. */
export function allowedFacts<Facts extends { phone?: string | undefined }>(facts: Facts, rules: TeamRules): Facts {
  if (rules.allowsPhones) return facts
  const { phone: _forbidden, ...allowed } = facts
  return allowed as Facts // only an optional fact is missing
}
