export type Random = {
  /** A whole number from `min` to `max`. */
  between: (min: number, max: number) => number
  pick: <T>(items: readonly T[]) => T
  /** Picks by how often each comes, of all shares. */
  pickByShare: <T extends { share: number }>(items: readonly T[]) => T
  /** Whether something happens that happens so many times in a hundred. */
  happens: (percent: number) => boolean
}

/** Creates a generator that gives the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const at = <T>(items: readonly T[], index: number): T => {
    const item = items[index]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }
  return {
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => at(items, Math.floor(next() * items.length)),
    pickByShare(items) {
      let left = next() * items.reduce((sum, { share }) => sum + share, 0)
      for (const item of items) {
        left -= item.share
        if (left < 0) return item
      }
      return at(items, items.length - 1)
    },
    happens: (percent) => next() * 100 < percent,
  }
}
