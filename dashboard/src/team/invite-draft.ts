import type { InviteResult, Role } from '@loadping/contract/team/team'

/** The unsent invitations: the addresses, the text being typed, and the role for all of them. */
export type InviteDraft = { addresses: string[]; text: string; role: Role }

export const emptyDraft: InviteDraft = { addresses: [], text: '', role: 'USER' }

/** Keeps the addresses that were not sent, and those rejected because no seat was open. */
export function afterSending(
  { addresses, ...draft }: InviteDraft,
  emails: string[],
  results: InviteResult[],
): InviteDraft {
  const done = new Set(emails.filter((_email, index) => results[index]?.status !== 'no-seat'))
  return { ...draft, addresses: addresses.filter((address) => !done.has(address)) }
}

/** Between two addresses, invisible characters included. */
const separators = /[\s,;<>"\u200B-\u200D\u2060]+/

/**
 * Reads the addresses from typed or pasted text, each once, also as `Maria Delgado <maria@redbud.example>`. Keeps
 * invalid ones, so that the user can correct them.
 */
export function readAddresses(text: string): string[] {
  const words = wordsOf(text)
  return mergeAddresses([], /<[^<>]*@[^<>]*>/.test(text) ? words.filter(hasAt) : words)
}

/** Reads the addresses from a file; its other columns are ignored. */
export const readAddressFile = (text: string): string[] => mergeAddresses([], wordsOf(text).filter(hasAt))

/** Appends the second list to the first, each address once. */
export const mergeAddresses = (list: string[], more: string[]): string[] => [...new Set([...list, ...more])]

const wordsOf = (text: string): string[] => text.split(separators).map(trim).filter(Boolean)

const trim = (word: string): string =>
  word
    .toLowerCase()
    .replace(/^[('[]*(mailto:)?/, '')
    .replace(/[.)'\]]+$/, '')

const hasAt = (word: string): boolean => word.includes('@')
