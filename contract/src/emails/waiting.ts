import * as z from 'zod/mini'
import { brand } from '../brand.ts'
import { formatCount } from '../format/counts.ts'
import { formatWhen } from '../format/instants.ts'
import { senderIn } from '../mailboxes/daily-use.ts'
import type { MailboxName } from '../mailboxes/mailboxes.ts'
import { pages } from '../pages.ts'

/** Why a queued email can't be sent yet, though nothing went wrong with it. */
export const WaitReason = z.enum(['pause', 'mailbox-limit', 'send-limit', 'throttle', 'reconnect', 'password-login'])
export type WaitReason = z.infer<typeof WaitReason>

export const Waiting = z.object({
  reason: WaitReason,
  /** At its mailbox's daily limit: what the mailbox sent in 24 hours, and where we stop. */
  use: z.nullable(z.object({ sent: z.int(), cap: z.int() })),
  /** With `pause`: only the relay's emails to this receiver, a provider or a domain, are paused. */
  receiver: z.optional(z.string()),
  /** With `pause`: it was queued before a restore, and an administrator decides what becomes of it. */
  isHeld: z.optional(z.boolean()),
})
export type Waiting = z.infer<typeof Waiting>

/** What is known of an email that waits; a `SentEmail` has all of it. */
export type WaitingFacts = {
  mailbox: MailboxName
  dueAt: string | null
  sellBy: string | null
  waiting?: Waiting | null | undefined
}

/** Why an email waits, in words, and the one thing to do about it. */
export type WaitingText = {
  /** `Waiting: 20 of 20 today by LoadPing's relay`. */
  title: string
  /** `Waiting: 20 of 20 today`, where there is little room. */
  label: string
  /** `Waits until 9:56 AM; then it isn't sent and doesn't count.` */
  until: string
  /** What helps, with the dashboard's page for it; null where only time helps. */
  todo: { label: string; path: string } | null
  /** When it is tried, if that is known and soon; undo until then. */
  dueAt: string | null
}

/** A throttle's wait that is shorter needs no words. */
const shortestWaitMs = 2_000

/** Returns why an email waits, the same words wherever it is shown; undefined if it waits for nothing. */
export function describeWaiting(email: WaitingFacts, now: Date): WaitingText | undefined {
  const { waiting, dueAt, sellBy, mailbox } = email
  if (!waiting || dueAt === null) return undefined
  const isThrottled = waiting.reason === 'throttle'
  if (isThrottled && Date.parse(dueAt) - now.getTime() < shortestWaitMs) return undefined
  const { short, why = short, todo } = reasons[waiting.reason](mailbox, waiting)
  const end = sellBy === null ? undefined : formatWhen(new Date(sellBy), now)
  return {
    title: `Waiting: ${why}`,
    label: `Waiting: ${short}`,
    until: waiting.isHeld
      ? 'It may have been sent before: check your Sent folder.'
      : end
        ? `Waits until ${end}; then it isn't sent and doesn't count.`
        : '',
    todo,
    dueAt: isThrottled ? dueAt : null,
  }
}

type Reason = { short: string; why?: string; todo: WaitingText['todo'] }

const reasons: Record<WaitReason, (mailbox: MailboxName, waiting: Waiting) => Reason> = {
  pause: (mailbox, { receiver, isHeld }) =>
    isHeld
      ? { short: 'held', why: 'held after a restore, an administrator decides', todo: null }
      : receiver === undefined
        ? { short: `${brand.name} paused sending`, todo: { label: 'See why', path: `${pages.email}?group=waiting` } }
        : {
            short: 'relay refused',
            why: `${receiver} refuses emails from ${senderIn(mailbox)}`,
            todo: { label: 'Connect your own mailbox', path: pages.connect },
          },
  'mailbox-limit': (mailbox, { use }) => ({
    ...describeLimit(senderIn(mailbox), use),
    todo: { label: mailbox.kind === 'relay' ? 'Connect a mailbox' : 'Connect another mailbox', path: pages.connect },
  }),
  'send-limit': () => ({
    short: 'too many emails in this hour',
    todo: { label: 'See limits', path: pages.email },
  }),
  throttle: (mailbox) => ({
    short: 'others go first',
    why: `other emails from ${senderIn(mailbox)} go first`,
    todo: null,
  }),
  reconnect: (mailbox) => ({
    short: `${mailbox.address.split('@')[0]}@ is signed out`,
    why: `${mailbox.address} is signed out`,
    todo: { label: 'Connect again', path: reconnectPath(mailbox) },
  }),
  'password-login': ({ address }) => ({
    short: 'password login is off',
    why: `Microsoft switched off password login for ${address}`,
    todo: { label: 'Connect Outlook', path: connectPath('outlook') },
  }),
}

function describeLimit(sender: string, use: Waiting['use']): Omit<Reason, 'todo'> {
  if (!use || use.sent < use.cap) return { short: 'daily limit', why: `daily limit of ${sender}` }
  const short = `${formatCount(use.sent)} of ${formatCount(use.cap)} today`
  return { short, why: `${short} by ${sender}` }
}

const connectPath = (kind: MailboxName['kind']): string => pages.connectKind.replace(':kind', kind)

/** Returns the page that connects a mailbox again. */
export const reconnectPath = ({ kind, address }: MailboxName): string =>
  `${connectPath(kind)}?reconnect=${encodeURIComponent(address)}`
