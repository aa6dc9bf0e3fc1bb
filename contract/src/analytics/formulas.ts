import * as z from 'zod/mini'
import { AnalyticsQuery } from './analytics.ts'

/** Whose asks; everyone that the caller may see if absent. */
export const FormulasQuery = z.pick(AnalyticsQuery, { userIds: true })

/** How many asks there are, and their medians in cents; null without any. */
const AskMedians = z.object({
  asks: z.int(),
  /** What was asked. */
  askedCents: z.nullable(z.int()),
  /** What the formula would have asked. */
  formulaCents: z.nullable(z.int()),
  /** What they were booked at, or what the broker offered. */
  statedCents: z.nullable(z.int()),
})
export type AskMedians = z.infer<typeof AskMedians>

/** One formula beside the asks for which it could be reckoned. */
export const FormulaAsks = z.object({
  formula: z.string(),
  /** The names of the templates that ask by it. */
  templates: z.array(z.string()),
  all: AskMedians,
  booked: AskMedians,
  countered: AskMedians,
  declined: AskMedians,
})
export type FormulaAsks = z.infer<typeof FormulaAsks>

/** What each formula of the caller's templates would have asked for the loads that were asked for in 90 days. */
export const FormulaComparison = z.object({
  /** With a stated price; 5,000 at most, of each person the newest. */
  asks: z.int(),
  isCut: z.boolean(),
  formulas: z.array(FormulaAsks),
})
export type FormulaComparison = z.infer<typeof FormulaComparison>
