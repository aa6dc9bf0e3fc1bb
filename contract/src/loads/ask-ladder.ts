import { formatMoney } from '../format/money.ts'
import type { TemplateSource } from '../templates/placeholders.ts'
import { askCents, type RateFormula, type RateInputs } from '../templates/rate-formula.ts'
import { findRate } from '../templates/template-rate.ts'

/** What a template's own formula asks for a load, and the dollars that it rounds to. */
export type AskTarget = { cents: number; step: RateFormula['step'] }

/** Asks for a load, the highest first: the target, up to five steps, and the floor, below which it costs money. */
export type AskLadder = { targetCents: number; stepCents: number[]; floorCents: number }

const maxSteps = 5

/** Returns what a template's own formula asks for a load; undefined without one, or where it lacks a rate or miles. */
export function askTarget(template: TemplateSource, load: RateInputs): AskTarget | undefined {
  const formula = findRate(template)?.formula
  const cents = formula && askCents(formula, load)
  return formula && cents !== undefined ? { cents, step: formula.step } : undefined
}

/**
 * Returns the asks between what the formula asks and what a load costs, evenly apart and rounded as the formula rounds.
 * Undefined unless the target is above the floor.
 */
export function askLadder({ cents: targetCents, step }: AskTarget, floorCents: number): AskLadder | undefined {
  if (targetCents <= floorCents) return undefined
  const roundTo = step * 100
  const gap = (targetCents - floorCents) / (maxSteps + 1)
  const even = Array.from({ length: maxSteps }, (_, index) => {
    const exact = targetCents - gap * (index + 1)
    return Math.floor((exact + roundTo / 2) / roundTo) * roundTo
  })
  const shownCents = shownFloorCents(floorCents)
  const stepCents = [...new Set(even)].filter((cents) => cents < targetCents && cents > shownCents)
  return { targetCents, stepCents, floorCents }
}

/** Returns the floor as people read it: in whole dollars that still cover the costs. */
export const shownFloorCents = (floorCents: number): number => Math.ceil(floorCents / 100) * 100

/** Returns `Below $1,922 this load costs you money` for an ask below the floor, else undefined. */
export const describeBelowFloor = (
  ask: number | null | undefined,
  floorCents: number | undefined,
): string | undefined =>
  typeof ask === 'number' && floorCents !== undefined && ask < floorCents
    ? `Below ${formatMoney(shownFloorCents(floorCents))} this load costs you money`
    : undefined
