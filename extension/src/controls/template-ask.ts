import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { formatMoney } from '@loadping/contract/format/money'
import { askOf } from '@loadping/contract/templates/template-ask'
import type { Account } from '../session/account.ts'

type Template = Account['templates'][number]

/** Says to whom a click sends which template, and what it asks for. */
export function describeSend(template: Template, load: PostedLoad, isBroker: boolean): string {
  const { statedCents } = askOf(template, load)
  const [asks, ask] = askWords(isBroker)
  const asking = statedCents ? `, ${asks} ${formatMoney(statedCents)}` : `, with no ${ask}`
  return `Email ${recipientOf(load)} with “${template.name}”${asking}`
}

/** A carrier asks for a price, and a broker offers one. */
export const askWords = (isBroker: boolean) =>
  isBroker ? (['offering', 'offer'] as const) : (['asking', 'ask'] as const)

/** Names who gets an email about a posting, by its address where nothing else is known: on the practice board, the user. */
export const recipientOf = ({ boardLoadId, contactEmail }: PostedLoad, name = contactEmail): string =>
  /^practice-/.test(boardLoadId) ? 'you' : (name ?? 'the broker')
