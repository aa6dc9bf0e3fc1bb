import type { AskMedians, FormulaAsks } from '@loadping/contract/analytics/formulas'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { askCents, formatRateFormula, type RateFormula } from '@loadping/contract/templates/rate-formula'

/** A load that was asked for, with what came of it. */
export type PricedAsk = {
  askCents: number
  /** Posted for the whole trip. */
  rateCents: number | null
  tripMiles: number | null
  outcome: OutcomeKind | null
  outcomeCents: number | null
}

type Named = { name: string; formula: RateFormula }

/** Reckons each formula for the asks that state what it needs; formulas that read the same are one. */
export function compareFormulas(asks: readonly PricedAsk[], templates: readonly Named[]): FormulaAsks[] {
  const byText = Map.groupBy(templates, ({ formula }) => formatRateFormula(formula))
  return [...byText].map(([text, [first, ...others]]) => {
    const reckoned = first ? reckon(asks, first.formula) : []
    const mediansOf = (outcome: OutcomeKind) => summarize(reckoned.filter((ask) => ask.outcome === outcome))
    return {
      formula: text,
      templates: [...new Set([first, ...others].flatMap((template) => template?.name ?? []))],
      all: { ...summarize(reckoned), statedCents: null },
      booked: mediansOf('booked'),
      countered: mediansOf('countered'),
      declined: mediansOf('declined'),
    }
  })
}

type Reckoned = PricedAsk & { formulaCents: number }

const reckon = (asks: readonly PricedAsk[], formula: RateFormula): Reckoned[] =>
  asks.flatMap((ask) => {
    const rate = ask.rateCents === null ? undefined : { cents: ask.rateCents, basis: 'flat' as const }
    const formulaCents = askCents(formula, { rate, tripMiles: ask.tripMiles ?? undefined })
    return formulaCents === undefined ? [] : [{ ...ask, formulaCents }]
  })

const summarize = (asks: readonly Reckoned[]): AskMedians => ({
  asks: asks.length,
  askedCents: medianOf(asks.map((ask) => ask.askCents)),
  formulaCents: medianOf(asks.map(({ formulaCents }) => formulaCents)),
  statedCents: medianOf(asks.flatMap(({ outcomeCents }) => outcomeCents ?? [])),
})

function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return null
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? upper)
  return Math.round((lower + upper) / 2)
}
