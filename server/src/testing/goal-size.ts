const goals = process.env['GOALS']

/** Returns how much a test tries: the whole goal with GOALS=full, a tenth with GOALS=tenth as in CI, else `quick`. */
export const goalSize = <Size>(sizes: { full: Size; tenth: Size; quick: Size }): Size =>
  goals === 'full' ? sizes.full : goals === 'tenth' ? sizes.tenth : sizes.quick
