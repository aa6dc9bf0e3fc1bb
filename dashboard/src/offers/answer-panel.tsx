import { formatAgo } from '@loadping/contract/format/ages'
import type { OfferFacts } from '@loadping/contract/offers/offers'
import { CircleAlert, Reply, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/use-now.ts'
import type { AnswerKey } from './answer-fields.ts'
import { AnswerText, markStyle } from './answer-text.tsx'
import { nameOf, type OfferRow, questions } from './offer-rows.ts'
import { EmptyOn, listed, NotSaid } from './offer-values.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

type AnswerPanelProps = {
  row: OfferRow
  facts: OfferFacts
  onReply: () => void
  onStar: () => void
  onRemove: () => void
}

/** One answer: its text with what was read from it, each value, what is missing, and the reply. */
export function AnswerPanel({ row, facts, onReply, onStar, onRemove }: AnswerPanelProps) {
  const now = useNow()
  const name = nameOf(row)
  const { answer } = row
  return (
    <section
      aria-label={`Answer of ${name}`}
      className="overflow-hidden rounded-md border border-default bg-surface shadow-card"
    >
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-default px-4 py-2">
        <h2 className="min-w-0 truncate text-body font-semibold">
          <bdi>{name}</bdi>
        </h2>
        <span className="tabular-nums shrink-0 text-caption text-muted">
          Pasted {formatAgo(new Date(answer.pastedAt), now)}
        </span>
      </header>
      <AnswerText row={row} />
      <Values row={row} now={now} />
      <div className="flex flex-col gap-3 px-4 pb-4">
        <Missing row={row} facts={facts} />
        <Button variant="primary" className="min-w-0" icon={<Reply {...icon} />} onPress={onReply}>
          <span className="truncate">Reply{row.fields.carrier[0] ? ` to ${row.fields.carrier[0].value}` : ''}</span>
          <kbd className="rounded-xs border border-current/40 px-1.5 font-sans text-micro max-md:hidden">E</kbd>
        </Button>
        <div className="flex items-center gap-1">
          <Button
            variant="ghost"
            size="sm"
            icon={<Star {...icon} className={answer.isStarred ? 'fill-current' : ''} />}
            onPress={onStar}
          >
            {answer.isStarred ? 'Remove star' : 'Star'}
          </Button>
          <Button variant="ghost" size="sm" icon={<Trash2 {...icon} />} onPress={onRemove}>
            Remove
          </Button>
          {answer.repliedAt && (
            <span className="tabular-nums ml-auto text-caption text-muted">
              Reply begun {formatAgo(new Date(answer.repliedAt), now)}
            </span>
          )}
        </div>
      </div>
    </section>
  )
}

function Values({ row, now }: { row: OfferRow; now: Date }) {
  const { fields } = row
  const plain = (key: 'carrier' | 'mc' | 'reference' | 'email' | 'phone') =>
    fields[key].map(({ value }) => value).join(' or ')
  return (
    <dl className="grid grid-cols-[16px_84px_minmax(0,1fr)] gap-x-2.5 gap-y-1.5 px-4 py-3 text-table">
      <Value field="ask" label="Ask" isSaid={fields.ask.length > 0}>
        {listed.ask(row)}
      </Value>
      <Value field="carrier" label="Carrier" isSaid={fields.carrier.length > 0}>
        {plain('carrier')}
      </Value>
      <Value field="mc" label="MC" isSaid={fields.mc.length > 0}>
        {plain('mc')}
      </Value>
      <Value field="equipment" label="Equipment" isSaid={fields.equipment.length + fields.length.length > 0}>
        {listed.equipment(row)} {row.misfit && <span className="text-warning-text">({row.misfit})</span>}
      </Value>
      <Value field="emptyIn" label="Empty where" isSaid={fields.emptyIn.length > 0}>
        {listed.emptyIn(row)}
      </Value>
      <Value field="emptyOn" label="Empty when" isSaid={fields.emptyOn.length > 0}>
        <EmptyOn row={row} now={now} />
      </Value>
      <Value field="reference" label="Reference" isSaid={fields.reference.length > 0}>
        {plain('reference')}
      </Value>
      {fields.email.length > 0 && (
        <Value field="email" label="Email" isSaid>
          <span className="wrap-anywhere">{plain('email')}</span>
        </Value>
      )}
      {fields.phone[0] && (
        <Value field="phone" label="Phone" isSaid>
          <a href={`tel:${fields.phone[0].value.replace(/[^\d+]/g, '')}`} className="text-accent-text hover:underline">
            {plain('phone')}
          </a>
        </Value>
      )}
    </dl>
  )
}

type ValueProps = { field: AnswerKey; label: string; isSaid: boolean; children: ReactNode }

const Value = ({ field, label, isSaid, children }: ValueProps) => (
  <>
    <span
      aria-hidden="true"
      className={`mt-1 size-3.5 rounded-xs ${isSaid ? markStyle[field] : 'border border-dashed border-control'}`}
    />
    <dt className="text-secondary">{label}</dt>
    <dd className="tabular-nums min-w-0">{isSaid ? children : <NotSaid />}</dd>
  </>
)

/** What the answer leaves open, or that it is of another posting. */
function Missing({ row: { missing, fields }, facts }: { row: OfferRow; facts: OfferFacts }) {
  const other = fields.reference.find(
    ({ value }) => facts.reference !== undefined && value.toLowerCase() !== facts.reference.toLowerCase(),
  )
  if (missing.length === 0 && !other) return null
  return (
    <div className="flex gap-2.5 rounded-sm border border-warning-border bg-warning-subtle px-3 py-2.5 text-table text-warning-text">
      <CircleAlert {...icon} className="mt-0.5 shrink-0" />
      <p>
        {other && `It names reference ${other.value}, not ${facts.reference}. `}
        {missing.length > 0 &&
          `${missing.map((key) => questions[key]).join(' ')} The reply asks for ${missing.length > 1 ? 'them' : 'it'}.`}
      </p>
    </div>
  )
}
