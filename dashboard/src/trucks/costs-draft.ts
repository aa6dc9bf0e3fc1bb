import { formatPlainDollars } from '@loadping/contract/format/money'
import type { Costs } from '@loadping/contract/trucks/trucks'

/** Costs as typed. */
export type CostsDraft = { basis: Costs['basis'] } & Record<CostField, string>

export type CostField = 'perMile' | 'milesPerGallon' | 'driver' | 'other' | 'fees' | 'targetRpm'

const dollars = (cents: number | null): string => (cents === null ? '' : formatPlainDollars(cents))
const plain = (value: number | null): string => (value === null ? '' : String(value))

export const toDraft = (costs: Costs): CostsDraft => ({
  basis: costs.basis,
  perMile: dollars(costs.perMileCents),
  milesPerGallon: plain(costs.milesPerGallon),
  driver: dollars(costs.driverPerMileCents),
  other: dollars(costs.otherPerMileCents),
  fees: plain(costs.feesPercent),
  targetRpm: dollars(costs.targetRpmCents),
})

type Issue = { path: [CostField]; message: string }
type Result = { success: true; data: Costs } | { success: false; error: { issues: Issue[] } }

/** What each field accepts; all may be empty. */
const rules: Record<CostField, { shape: RegExp; min: number; max: number; message: string }> = {
  perMile: money('Enter dollars such as 1.92'),
  driver: money('Enter dollars such as 0.62'),
  other: money('Enter dollars such as 0.54'),
  targetRpm: money('Enter dollars such as 2.40'),
  milesPerGallon: { shape: /^\d{1,2}(\.\d{1,2})?$/, min: 1, max: 50, message: 'Enter 1 to 50, such as 6.5' },
  fees: { shape: /^\d{1,2}(\.\d{1,2})?\s*%?$/, min: 0, max: 50, message: 'Enter 0 to 50, such as 3' },
}

function money(message: string) {
  return { shape: /^\$?\s*\d{1,3}(\.\d{1,2})?$/, min: 0, max: 100, message }
}

/** Reads typed costs, or says what to correct. Empty values are unknown. */
export function readCosts(draft: CostsDraft): Result {
  const read = (field: CostField): number | null => {
    const text = draft[field].trim()
    return text === '' ? null : Number(text.replace(/[$%\s]/g, ''))
  }
  const issues = costFields.flatMap((field): Issue[] => {
    const { shape, min, max, message } = rules[field]
    const text = draft[field].trim()
    const value = read(field)
    const isFine = text === '' || (shape.test(text) && value !== null && value >= min && value <= max)
    return isFine ? [] : [{ path: [field], message }]
  })
  if (issues.length > 0) return { success: false, error: { issues } }

  const cents = (field: CostField): number | null => {
    const value = read(field)
    return value === null ? null : Math.round(value * 100)
  }
  return {
    success: true,
    data: {
      basis: draft.basis,
      perMileCents: cents('perMile'),
      milesPerGallon: read('milesPerGallon'),
      driverPerMileCents: cents('driver'),
      otherPerMileCents: cents('other'),
      feesPercent: read('fees'),
      targetRpmCents: cents('targetRpm'),
    },
  }
}

const costFields: CostField[] = ['perMile', 'milesPerGallon', 'driver', 'other', 'fees', 'targetRpm']
