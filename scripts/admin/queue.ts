import {
  countHeld,
  dropHeld,
  type Ended,
  type HeldEmail,
  holdAll,
  listHeld,
  releaseHeld,
} from '../../server/src/delivery/held.service.ts'
import type { Answer, CommandContext, Word } from './word.ts'

const maxListed = 1_000

/** Lists what waits since a restore, because it may have been sent before, and decides what becomes of it. */
export const word: Word = {
  summary: 'lists, releases or drops the emails that are held since a restore',
  usage: ['list', 'hold', 'release', 'drop'],
  read([command, ...extra]) {
    if (extra.length > 0) return undefined
    if (command === 'list') return { run: list }
    if (command === 'hold') return { changes: 'queue hold', run: hold }
    if (command === 'release')
      return {
        question: 'Send the held emails whose sell-by is ahead, though they may have been sent before?',
        changes: 'queue release',
        run: async (ctx) => answerOf(await releaseHeld(ctx), 'will be sent'),
      }
    if (command === 'drop')
      return {
        question: 'Send none of the held emails?',
        changes: 'queue drop',
        run: async (ctx) => answerOf(await dropHeld(ctx), 'are forgotten'),
      }
    return undefined
  },
}

async function list(ctx: CommandContext): Promise<Answer> {
  const [counts, emails] = await Promise.all([countHeld(ctx), listHeld(ctx, maxListed)])
  const rows = [
    `${counts.inquiries} inquiries and ${counts.productEmails} emails of the product itself are held.`,
    ...emails.map(describe),
    ...(emails.length < counts.inquiries ? [`Only ${emails.length} inquiries are listed.`] : []),
  ]
  return { text: rows.join('\n'), data: { ...counts, emails } }
}

const describe = ({ createdAt, sellBy, replyTo, toAddress, subject, onRelease }: HeldEmail): string =>
  [
    `${createdAt.toISOString()} ${replyTo} to ${toAddress}: ${subject}`,
    onRelease === 'sent' ? `release sends it until ${sellBy.toISOString()}` : 'release sends it no more',
  ].join('  ')

async function hold(ctx: CommandContext): Promise<Answer> {
  const held = await holdAll(ctx)
  return {
    text: `${held.inquiries} inquiries and ${held.productEmails} emails of the product itself are held now. New ones are sent.`,
    data: held,
  }
}

const answerOf = (ended: Ended, productEmails: string): Answer => ({
  text: [
    `${ended.released} inquiries will be sent.`,
    `${ended.unknown} may have been sent before the restore: their senders are told to check their Sent folder.`,
    `${ended.productEmails} emails of the product itself ${productEmails}.`,
  ].join('\n'),
  data: ended,
})
