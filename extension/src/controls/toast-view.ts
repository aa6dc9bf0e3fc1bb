import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { formatMoney } from '@loadping/contract/format/money'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import { laneOf } from '../row-memory/phrases.ts'
import { secondsToUndo } from './main-control.ts'
import { recipientOf } from './template-ask.ts'

/** What the toast says about the last email. */
export type ToastView = {
  title: string
  text: string
  tone: 'good' | 'warning' | 'bad'
  /** The seconds left to undo; null while the toast is shown. */
  undo?: number | null
  /** What helps, where the email waits. */
  todo?: string
  /** Whether it goes by itself. */
  isBrief: boolean
}

type Facts = {
  now: Date
  isBroker: boolean
  /** Whether the board says that the load is no longer posted. */
  isWithdrawn: boolean
}

/** Returns what the toast says about the email for a load, or undefined if there is nothing to say. */
export function toastView(
  load: PostedLoad,
  inquiry: InquiryState | undefined,
  { now, isBroker, isWithdrawn }: Facts,
): ToastView | undefined {
  if (!inquiry) return undefined
  const who = recipientOf(load, load.company)
  const lane = laneOf(load)
  const withAsk = (verb: string) => (inquiry.askCents ? `${lane} · ${verb} ${formatMoney(inquiry.askCents)}` : lane)
  const reason = inquiry.reason ?? ''
  switch (inquiry.state) {
    case 'sending':
      return { title: `Sending to ${who}`, text: lane, tone: 'good', isBrief: false }
    case 'waiting':
    case 'queued': {
      const undo = inquiry.state === 'queued' ? secondsToUndo(inquiry, now) : undefined
      const { waits } = inquiry
      if (isWithdrawn && inquiry.state === 'queued')
        return {
          title: `This ${isBroker ? 'truck' : 'load'} is no longer posted`,
          text: `${lane}. Your email to ${who} still waits.`,
          tone: 'warning',
          undo: undo ?? null,
          isBrief: false,
        }
      if (waits && !undo) {
        const todo = waits.todo?.label
        const text = `${who}. ${waits.until}`
        return { title: waits.title, text, tone: 'warning', undo: null, ...(todo && { todo }), isBrief: false }
      }
      if (undo === undefined)
        return { title: `Waiting to send to ${who}`, text: reason || lane, tone: 'warning', isBrief: false }
      return {
        title: `Sending to ${who}`,
        text: withAsk(isBroker ? 'offering' : 'asking'),
        tone: 'good',
        undo,
        isBrief: false,
      }
    }
    case 'sent':
      return {
        title: `Email sent to ${who}`,
        text: withAsk(isBroker ? 'offered' : 'asked'),
        tone: 'good',
        isBrief: true,
      }
    case 'undone':
      return { title: 'Email undone', text: `Nothing was sent to ${who}`, tone: 'good', isBrief: true }
    case 'unknown':
      return { title: 'May have been sent', text: reason || lane, tone: 'warning', isBrief: false }
    case 'contacted':
    case 'suspicious':
    case 'changed':
    case 'missing':
      return undefined // the row asks
    default:
      return { title: `Not sent to ${who}`, text: reason || lane, tone: 'bad', isBrief: false }
  }
}
