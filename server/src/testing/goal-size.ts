import { appendFileSync } from 'node:fs'

const goals = process.env['GOALS']

/** Returns how much a test tries: the whole goal with GOALS=full, a tenth with GOALS=tenth as in CI, else `quick`. */
export const goalSize = <Size>(sizes: { full: Size; tenth: Size; quick: Size }): Size =>
  goals === 'full' ? sizes.full : goals === 'tenth' ? sizes.tenth : sizes.quick

/** Keeps what a test measured for the table of `npm run goals`. */
export function noteFigures(figures: object): void {
  const path = process.env['GOAL_FIGURES']
  if (path) appendFileSync(path, `${JSON.stringify(figures)}\n`)
}
