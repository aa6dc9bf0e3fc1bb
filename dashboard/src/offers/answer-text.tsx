import { clockIn } from '@loadping/contract/format/time-zones'
import { formatTimeOfDay } from '../freight-text/load-times.ts'
import { type Mark, splitAtMarks } from '../freight-text/marked-text.ts'
import type { AnswerFields, AnswerKey } from './answer-fields.ts'
import type { OfferRow } from './offer-rows.ts'

/** The colors of a value's text and of its line in the list below; who answers shares one. */
export const markStyle: Record<AnswerKey, string> = {
  ask: 'bg-accent-subtle shadow-[inset_0_-2px_0_var(--accent-solid)]',
  carrier: 'bg-violet-subtle shadow-[inset_0_-2px_0_var(--violet-solid)]',
  mc: 'bg-violet-subtle shadow-[inset_0_-2px_0_var(--violet-solid)]',
  equipment: 'bg-warning-subtle shadow-[inset_0_-2px_0_var(--warning-solid)]',
  length: 'bg-warning-subtle shadow-[inset_0_-2px_0_var(--warning-solid)]',
  emptyIn: 'bg-info-subtle shadow-[inset_0_-2px_0_var(--info-solid)]',
  emptyOn: 'bg-info-subtle shadow-[inset_0_-2px_0_var(--info-solid)]',
  reference: 'bg-active shadow-[inset_0_-2px_0_var(--border-control)]',
  email: 'bg-active shadow-[inset_0_-2px_0_var(--border-control)]',
  phone: 'bg-active shadow-[inset_0_-2px_0_var(--border-control)]',
}

/** Where values stand; neighbors of one color, as `53' dry van`, are one. */
function marksOf(text: string, fields: AnswerFields): Mark<AnswerKey>[] {
  const marks = Object.entries(fields)
    .flatMap(([key, readings]) =>
      // Object.entries widens the names of the fields.
      readings.map(({ start, end }) => ({ start, end, key: key as AnswerKey })),
    )
    .toSorted((one, other) => one.start - other.start)
  const joined: Mark<AnswerKey>[] = []
  for (const mark of marks) {
    const last = joined.at(-1)
    const isNext = last && markStyle[last.key] === markStyle[mark.key] && text.slice(last.end, mark.start) === ' '
    if (isNext) last.end = mark.end
    else joined.push(mark)
  }
  return joined
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The answer as it was pasted, with the text of each value marked. */
export function AnswerText({ row: { answer, fields } }: { row: OfferRow }) {
  const marks = marksOf(answer.text, fields)
  const { time, letters } = clockIn(ownZone, Date.parse(answer.pastedAt))
  return (
    <div className="border-b border-subtle bg-sunken px-4 py-3">
      <p className="tabular-nums mb-1 text-caption text-muted">
        As you pasted it, {formatTimeOfDay(time)} {letters}
      </p>
      <section
        aria-label="The answer"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a long answer.
        tabIndex={0}
        className="max-h-75 overflow-y-auto text-table leading-[22px] whitespace-pre-wrap wrap-anywhere"
      >
        {splitAtMarks(answer.text, marks).map(({ text, start, keys: [key] }) =>
          key ? (
            <mark key={start} className={`rounded-xs px-0.5 box-decoration-clone text-primary ${markStyle[key]}`}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </section>
    </div>
  )
}
