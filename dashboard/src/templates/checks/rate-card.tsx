import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { formatCount, formatMiles } from '@loadping/contract/format/counts'
import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import type { TemplateSource } from '@loadping/contract/templates/placeholders'
import {
  explainAsk,
  formatRateFormula,
  parseRateFormula,
  type RateFormula,
  rateFormulaTitles,
  rateSteps,
} from '@loadping/contract/templates/rate-formula'
import { findRate, setRateFormula } from '@loadping/contract/templates/template-rate'
import { useMemo, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PlaceholderChip } from '../placeholder-chip.tsx'
import { listFills } from './board-fills.ts'
import type { OnFix } from './template-checks.tsx'

type RateCardProps = { template: TemplateSource; onFix: OnFix; load: LoadFacts | undefined }

/** Changes the formula as it is now, which may be ahead of what is shown. */
type Change = (update: (now: RateFormula | undefined) => RateFormula | undefined) => void

const kinds: RateFormula['kind'][] = ['percentage', 'amount', 'per-mile', 'custom']
const starts = { percentage: 'trip+8%', amount: 'trip+200', 'per-mile': 'trip*2.75', custom: '2400' }
const fields = {
  percentage: { label: 'Add', unit: '%' },
  amount: { label: 'Add', unit: '$' },
  'per-mile': { label: 'Per trip mile', unit: '$' },
  custom: { label: 'Price', unit: '$' },
}

/** Edits the rate that the template asks for, and spells out its arithmetic for the chosen load. */
export function RateCard({ template, onFix, load }: RateCardProps) {
  const found = useMemo(() => findRate(template), [template])
  const formula = found?.formula
  const change: Change = (update) =>
    onFix((now) => {
      const changed = update(findRate(now)?.formula)
      return changed && setRateFormula(now, changed)
    })
  const choose = (kind: RateFormula['kind']) =>
    change((now) => {
      const start = parseRateFormula(starts[kind])
      return start && { ...start, step: now?.step ?? 5 }
    })

  return (
    <Card
      title="Rate formula"
      aside={
        <span className="flex items-center gap-1.5">
          fills <PlaceholderChip name="rate" />
        </span>
      }
    >
      <div className="p-4">
        <fieldset className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
          <legend className="sr-only">Rate formula</legend>
          {kinds.map((kind) => (
            <KindTile key={kind} kind={kind} isChosen={formula?.kind === kind} onChoose={() => choose(kind)} />
          ))}
        </fieldset>
        {formula ? (
          <>
            <FormulaFields formula={formula} onChange={change} />
            {load && <Arithmetic formula={formula} load={load} />}
            <MissingNote formula={formula} text={template.subject + template.template} />
          </>
        ) : (
          <p className="mt-3 text-caption text-secondary">
            {found
              ? 'This template states the posted rate. Choose a formula to ask for your own.'
              : 'This template states no rate. Choose a formula to add a line with yours.'}
          </p>
        )}
      </div>
    </Card>
  )
}

const KindTile = ({
  kind,
  isChosen,
  onChoose,
}: {
  kind: RateFormula['kind']
  isChosen: boolean
  onChoose: () => void
}) => (
  <label
    className={`flex min-h-10 cursor-pointer items-center gap-2 rounded-sm px-3 text-table font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:min-h-11 ${
      isChosen
        ? 'border border-accent bg-accent-subtle shadow-[inset_0_0_0_1px_var(--accent-solid)]'
        : 'border border-default hover:bg-hover'
    }`}
  >
    <input
      type="radio"
      name="rateKind"
      checked={isChosen}
      onChange={onChoose}
      className="size-4.5 shrink-0 cursor-pointer accent-accent outline-none"
    />
    {rateFormulaTitles[kind]}
  </label>
)

/** What is typed stays as typed while the formula follows it. */
function FormulaFields({ formula, onChange }: { formula: RateFormula; onChange: Change }) {
  const written = formatRateFormula(formula)
  const [typed, setTyped] = useState<{ text: string; known: string[] }>()
  const isOwn = typed?.known.includes(written) === true
  const text = isOwn ? typed.text : numberOf(formula)
  const { label, unit } = fields[formula.kind]

  function type(value: string) {
    const changed = readNumber(formula, value)
    setTyped({
      text: value,
      known: [...(isOwn ? typed.known : [written]), ...(changed ? [formatRateFormula(changed)] : [])],
    })
    if (changed) onChange((now) => now && readNumber(now, value))
  }

  return (
    <div className="mt-3 grid grid-cols-2 gap-2 max-sm:grid-cols-1">
      <div className="relative">
        <TextField
          label={label}
          name="rateValue"
          value={text}
          onValue={type}
          error={readNumber(formula, text) ? undefined : 'Enter a number'}
        />
        <span aria-hidden="true" className="absolute top-[27px] right-3 leading-8 text-muted max-sm:leading-11">
          {unit}
        </span>
      </div>
      <SelectField
        label="Round to"
        name="rateStep"
        value={String(formula.step)}
        onValue={(value) => {
          const step = rateSteps.find((known) => String(known) === value) ?? 1
          onChange((now) => now && { ...now, step })
        }}
      >
        {rateSteps.map((step) => (
          <option key={step} value={step}>
            {step === 1 ? 'None' : `$${step}`}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

const numberOf = ({ value }: RateFormula): string => String(value / 10_000)

/** Reads what was typed as the number of a formula, with its sign where it may be negative. */
function readNumber({ kind, step }: RateFormula, typed: string): RateFormula | undefined {
  const [, sign = '', number = ''] = /^\s*([+−-]?)\s*\$?\s*([\d.,]+)\s*%?\s*$/.exec(typed) ?? []
  const operator = sign === '' || sign === '+' ? '+' : '-'
  const digits = number.replaceAll(',', '')
  if (operator === '-' && (kind === 'per-mile' || kind === 'custom')) return undefined
  const text = {
    percentage: `trip${operator}${digits}%`,
    amount: `trip${operator}${digits}`,
    'per-mile': `trip*${digits}`,
    custom: digits,
  }[kind]
  const formula = parseRateFormula(text)
  return formula && { ...formula, step }
}

/** What the formula asks for the load, and the rate per mile that results. */
function Arithmetic({ formula, load }: { formula: RateFormula; load: LoadFacts }) {
  const explained = explainAsk(formula, load)
  const { tripMiles, deadheadMiles } = load
  return (
    <div role="status" className="mt-3 rounded-sm border border-subtle bg-sunken px-3 py-2 text-caption text-secondary">
      {'missing' in explained ? (
        noAsk[explained.missing ?? 'none']
      ) : (
        <>
          <p className="flex items-baseline justify-between gap-3">
            <span className="tabular-nums">{explained.arithmetic}</span>
            <strong className="text-lead font-semibold text-primary tabular-nums">
              {formatMoney(explained.askCents)}
            </strong>
          </p>
          {tripMiles !== undefined && tripMiles > 0 && (
            <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 tabular-nums">
              <span>
                {formatCount(tripMiles)} mi
                {deadheadMiles !== undefined && `, ${formatMiles(deadheadMiles)} deadhead`}
              </span>
              <span>
                {formatPerMile(explained.askCents, tripMiles)}/mi
                {deadheadMiles !== undefined &&
                  `, ${formatPerMile(explained.askCents, tripMiles + deadheadMiles)} with deadhead`}
              </span>
            </p>
          )}
        </>
      )}
    </div>
  )
}

const noAsk = {
  rate: 'This load has no posted rate, so there is nothing to calculate with.',
  trip: 'This load has no trip miles, so there is nothing to calculate with.',
  none: 'For this load the result is not above $0.',
}

/** What happens where the formula's input is missing. */
function MissingNote({ formula: { kind }, text }: { formula: RateFormula; text: string }) {
  if (kind === 'custom') return null
  const isOptional = listFills('dat-one', text).some((fill) => fill.placeholder === 'rate' && fill.isOptional)
  return (
    <p className="mt-2 text-caption text-secondary">
      {kind === 'per-mile' ? 'No trip miles' : 'No posted rate'}:{' '}
      {isOptional ? (
        <>
          the sentence with <PlaceholderChip name="rate" /> is left out.
        </>
      ) : (
        "you're asked for your rate before sending."
      )}
    </p>
  )
}
