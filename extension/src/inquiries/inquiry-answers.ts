import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { practiceRowOf } from '@loadping/contract/practice/practice'
import type { BoardFacts } from '../boards/boards.ts'
import { answers } from '../message.ts'
import type { createFirstSends } from './first-sends.ts'
import { askInquiry, sendInquiry, undoInquiry } from './inquiry-messages.ts'
import { blocksResend, type InquiryState } from './inquiry-state.ts'
import type { createRowTrucks } from './row-trucks.ts'
import type { createInquirySender } from './send.ts'

type Deps = {
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'send' | 'undo'>
  firstSends: Pick<ReturnType<typeof createFirstSends>, 'isFirst'>
  trucks: Pick<ReturnType<typeof createRowTrucks>, 'ofRow' | 'expectTruck'>
  /** Has a page of the extension ask before it sends, and say so if the board has just changed the rate. */
  ask: (inquiry: PostingInquiry, isChanged: boolean) => Promise<null>
  /** Makes the browser wake the worker until what was sent is final. */
  keepSending: () => Promise<unknown>
  /** Runs for each email that is on its way. */
  onSent: (inquiry: PostingInquiry) => Promise<unknown>
}

/** Answers the clicks of rows that email. */
export function createInquiryAnswers({ inquiries, firstSends, trucks, ask, keepSending, onSent }: Deps) {
  /** The loads that the user sent although no pickup is made. */
  const sentLate = new Set<string>()

  /**
   * Sends a click, unless this version of its template was never sent before, or the truck misses the pickup: then a page of
   * the extension asks. A practice email goes to the user, and asks nothing.
   */
  async function sendOrAsk(clicked: PostingInquiry, key: string): Promise<InquiryState | 'asked'> {
    const inquiry = await trucks.expectTruck(clicked)
    const asks = !practiceRowOf(clicked.load) && ((await firstSends.isFirst(inquiry)) || (await isLate(inquiry)))
    if (!asks) return send(inquiry, key)
    await ask(inquiry, false)
    return 'asked'
  }

  const isLate = async ({ load, templateId, expected }: PostingInquiry): Promise<boolean> =>
    !sentLate.has(keyOf(load)) && (await trucks.ofRow(load, templateId, expected))?.missed !== undefined

  async function send(inquiry: PostingInquiry, key?: string): Promise<InquiryState> {
    await keepSending()
    const state = await inquiries.send(inquiry, key)
    if (blocksResend(state)) await onSent(inquiry).catch(() => undefined) // the email needs no note
    return state
  }

  return {
    /** Sends what the user has confirmed. */
    sendConfirmed: (inquiry: PostingInquiry): Promise<InquiryState> => {
      sentLate.add(keyOf(inquiry.load))
      return send(inquiry)
    },
    answers: answers({
      'send-inquiry': [sendInquiry, ({ inquiry, key }, _: BoardFacts) => sendOrAsk(inquiry, key)],
      'ask-inquiry': [askInquiry, async ({ inquiry, isChanged }) => ask(await trucks.expectTruck(inquiry), isChanged)],
      'undo-inquiry': [
        undoInquiry,
        async ({ boardLoadId }, board) => (await inquiries.undo(board.id, boardLoadId)) ?? null,
      ],
    }),
  }
}

const keyOf = ({ board, boardLoadId }: PostingInquiry['load']): string => `${board}/${boardLoadId}`
