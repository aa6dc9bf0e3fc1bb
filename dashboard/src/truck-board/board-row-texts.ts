import { formatAge } from '@loadping/contract/format/ages'
import { countOf } from '@loadping/contract/format/counts'
import { formatDollars, formatPlainDollars } from '@loadping/contract/format/money'
import type { AskSummary, LastAnswer } from '@loadping/contract/truck-board/truck-board'

/** What a row says of its asks and of its last answer, as texts, so that it renders again only when one changes. */
export type AskTexts = {
  count: number
  sum: string
  best: string
  perMile: string
  oldest: string
  due: number
  answeredBy: string
  answerAge: string
}

export function textsOf(asks: AskSummary, answer: LastAnswer | null, now: Date): AskTexts {
  const { count, sumCents, bestCents, bestPerMileCents, oldestAt, due } = asks
  return {
    count,
    sum: count === 0 ? '' : formatDollars(sumCents),
    best: bestCents === null ? '' : formatDollars(bestCents),
    perMile: bestPerMileCents === null ? '' : `${formatPlainDollars(bestPerMileCents)}/mi`,
    oldest: oldestAt === null ? '' : formatAge(new Date(oldestAt), now),
    due,
    answeredBy: answer?.company ?? '',
    answerAge: answer ? formatAge(new Date(answer.at), now) : '',
  }
}

/** `12 open asks for $15,620`. */
export const describeAsks = ({ count, sumCents }: AskSummary): string =>
  count === 0 ? 'no open asks' : `${countOf(count, 'open ask')} for ${formatDollars(sumCents)}`
