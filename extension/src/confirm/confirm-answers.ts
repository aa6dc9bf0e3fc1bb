import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { practiceRowOf } from '@loadping/contract/practice/practice'
import { fillMessage, valuesOf } from '@loadping/contract/templates/placeholders'
import type { createFirstSends } from '../inquiries/first-sends.ts'
import type { createSendQuestions } from '../inquiries/send-questions.ts'
import type { TruckOfRow } from '../inquiries/truck-of-row.ts'
import { answers, type Done } from '../message.ts'
import type { Sender } from '../row-memory/sender.ts'
import type { Account } from '../session/account.ts'
import { confirmSend, getQuestion, type Question } from './confirm-messages.ts'
import type { createConfirmWindow } from './confirm-window.ts'

type Deps = {
  window: Pick<ReturnType<typeof createConfirmWindow>, 'read' | 'take'>
  firstSends: ReturnType<typeof createFirstSends>
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  readSender: () => Promise<Sender | undefined>
  questions: Pick<ReturnType<typeof createSendQuestions>, 'reasonsOf'>
  truckOf: (inquiry: PostingInquiry) => Promise<TruckOfRow | undefined>
  send: (inquiry: PostingInquiry) => Promise<unknown>
}

/** Answers the page that asks before a send. */
export function createConfirmAnswers({ window, firstSends, readAccount, readSender, questions, truckOf, send }: Deps) {
  /** Returns the question with what the email would say, and whether it is asked because the template is new. */
  async function explain(): Promise<Question> {
    const asked = await window.read()
    const account = asked && (await readAccount(15_000))
    if (!account) return null
    const { inquiry, isChanged } = asked
    const template = account.templates.find(({ id }) => id === inquiry.templateId)
    const { profile = {}, hasName = true } = (await readSender()) ?? {}
    const named = await truckOf(inquiry)
    const { missed = null, floorCents = null } = await questions.reasonsOf(inquiry)
    const values = valuesOf(inquiry.load, { ...profile, ...named?.values }, inquiry.values)
    return {
      inquiry,
      account,
      isFirst: await firstSends.isFirst(inquiry),
      isChanged,
      lacksName: !hasName,
      truck: named?.truck?.name ?? named?.reason ?? null,
      missed,
      floorCents,
      subject: template ? subjectOf(template, values) : null,
    }
  }

  async function confirm(inquiry: PostingInquiry): Promise<Done> {
    const isDone = await window.take(inquiry)
    if (!isDone) return { isDone }
    if (!practiceRowOf(inquiry.load)) await firstSends.confirm(inquiry).catch(() => undefined) // the next email asks again
    await send(inquiry)
    return { isDone }
  }

  return answers({
    question: [getQuestion, explain],
    'confirm-send': [confirmSend, ({ inquiry }) => confirm(inquiry)],
  })
}

/** Returns the subject of the email, or null if something in it is missing. */
function subjectOf(...filled: Parameters<typeof fillMessage>): string | null {
  const message = fillMessage(...filled)
  return 'subject' in message ? message.subject : null
}
