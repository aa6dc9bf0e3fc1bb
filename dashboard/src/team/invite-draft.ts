import type { InviteResult, Role } from '@loadping/contract/team'

/** What stands in the form that invites: addresses, what is being typed, and the role for all of them. */
export type InviteDraft = { addresses: string[]; text: string; role: Role }

export const emptyDraft: InviteDraft = { addresses: [], text: '', role: 'USER' }

/** What is left after some were sent: what was not sent, and what found no free seat. */
export function afterSending(
  { addresses, ...draft }: InviteDraft,
  emails: string[],
  results: InviteResult[],
): InviteDraft {
  const settled = new Set(emails.filter((_email, index) => results[index]?.status !== 'no-seat'))
  return { ...draft, addresses: addresses.filter((address) => !settled.has(address)) }
}
