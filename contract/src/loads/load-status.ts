import type { OutcomeKind } from './outcomes.ts'
import type { LoadStatus } from './saved-loads.ts'

/** What an outcome says about its load; no answer says nothing. */
export const statusAfter: Record<OutcomeKind, LoadStatus | undefined> = {
  booked: 'booked',
  countered: 'negotiating',
  covered: 'gone',
  declined: 'refused',
  'no-answer': undefined,
}
