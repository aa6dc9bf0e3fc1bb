import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { practiceRowOf } from '@loadping/contract/practice/practice'
import type { BoardFacts } from '../boards/boards.ts'
import { answers } from '../message.ts'
import type { createFirstSends } from './first-sends.ts'
import { askInquiry, sendInquiry, undoInquiry } from './inquiry-messages.ts'
import { blocksResend, type InquiryState } from './inquiry-state.ts'
import type { createRowTrucks } from './row-trucks.ts'
import type { createInquirySender } from './send.ts'
import type { createSendQuestions } from './send-questions.ts'

type Deps = {
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'send' | 'undo'>
  firstSends: Pick<ReturnType<typeof createFirstSends>, 'isFirst'>
  trucks: Pick<ReturnType<typeof createRowTrucks>, 'expectTruck'>
  questions: Pick<ReturnType<typeof createSendQuestions>, 'asks' | 'answer'>
  /** Has a page of the extension ask before it sends, and say so if the board has just changed the rate. */
  ask: (inquiry: PostingInquiry, isChanged: boolean) => Promise<null>
  /** Makes the browser wake the worker until what was sent is final. */
  keepSending: () => Promise<unknown>
  /** Runs for each email that is on its way. */
  onSent: (inquiry: PostingInquiry) => Promise<unknown>
}

/** Answers the clicks of rows that email. */
export function createInquiryAnswers({ inquiries, firstSends, trucks, questions, ask, keepSending, onSent }: Deps) {
  /**
   * Sends a click, unless this version of its template was never sent before, the truck misses the pickup, or the ask is
   * below what the load costs: then a page of the extension asks. A practice email goes to the user, and asks nothing.
   */
  async function sendOrAsk(clicked: PostingInquiry, key: string): Promise<InquiryState | 'asked'> {
    const inquiry = await trucks.expectTruck(clicked)
    const asks =
      !practiceRowOf(clicked.load) && ((await firstSends.isFirst(inquiry)) || (await questions.asks(inquiry)))
    if (!asks) return send(inquiry, key)
    await ask(inquiry, false)
    return 'asked'
  }

  async function send(inquiry: PostingInquiry, key?: string): Promise<InquiryState> {
    await keepSending()
    const state = await inquiries.send(inquiry, key)
    if (blocksResend(state)) await onSent(inquiry).catch(() => undefined) // the email needs no note
    return state
  }

  return {
    /** Sends what the user has confirmed. */
    sendConfirmed: async (inquiry: PostingInquiry): Promise<InquiryState> => {
      await questions.answer(inquiry).catch(() => undefined) // the next email about the load asks again
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
