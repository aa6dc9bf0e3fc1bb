import { duplicateWindowHours } from '@loadping/contract/emails/emails'
import type { LoadPage } from '@loadping/contract/loads/saved-loads'

/** An email or call about the same load in the last 24 hours. */
export type RecentContact = { by: string; type: 'EMAIL' | 'PHONE'; at: string; askCents: number | null }

type Scope = Pick<LoadPage, 'history' | 'sameLoad'> & {
  /** Contacts for which the server refused an email, which the page may not have yet. */
  refused: RecentContact[]
  now: number
  userId: string
}

/** Lists emails, and calls of teammates, about the load in the last 24 hours, newest first, each contact once. */
export function listRecentContacts({ history, sameLoad, refused, now, userId }: Scope): RecentContact[] {
  const since = now - duplicateWindowHours * 3_600_000
  const ownContacts = history.flatMap(({ kind, at, userId: by, cents, email }): RecentContact[] => {
    const isSent = kind === 'emailed' && email?.state !== 'undone' && email?.state !== 'failed'
    const isOther = kind === 'called' && by !== userId
    if (!(isSent || isOther) || Date.parse(at) < since) return []
    return [{ by, at, askCents: cents, type: isSent ? 'EMAIL' : 'PHONE' }]
  })
  const teamContacts = sameLoad
    .map(({ userId: by, at, askCents, type }): RecentContact => ({ by, at, askCents, type }))
    .filter(({ by, type }) => type === 'EMAIL' || by !== userId)
  const contactsByTime = new Map(
    [...refused, ...ownContacts, ...teamContacts].map((contact) => [`${contact.by} ${contact.at}`, contact]),
  )
  return [...contactsByTime.values()].sort((one, other) => other.at.localeCompare(one.at))
}
