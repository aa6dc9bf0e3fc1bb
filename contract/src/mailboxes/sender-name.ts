import { brand } from '../brand.ts'
import type { MailboxName } from './mailboxes.ts'

const maxLength = 120

/**
 * Returns a name as others see it beside an address: without bidirectional marks, and empty if it contains an address
 * itself.
 */
export function shownNameOf(name: string | null | undefined): string {
  const shown = (name ?? '').replace(/\p{Bidi_Control}/gu, '').trim()
  return /@\s*\S+\.\S/.test(shown.normalize('NFKC')) ? '' : shown
}

/**
 * Returns the name that recipients see before the address: "Dana Cole, Blue Line Freight". Without name and company it
 * is empty, or over the relay the user's address.
 */
export function senderNameOf(
  { kind, address }: MailboxName,
  { name, company }: { name?: string | null | undefined; company?: string | null | undefined },
): string {
  const named = [shownNameOf(name), shownNameOf(company)].filter(Boolean).join(', ')
  const shown = named || (kind === 'relay' ? `${address} via ${brand.name}` : '')
  return [...shown].slice(0, maxLength).join('')
}
