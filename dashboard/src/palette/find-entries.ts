import MiniSearch, { type SearchResult } from 'minisearch'

export type Findable = { id: string; label: string; words?: string }

/** Hits below this part of the best hit's score are left out. */
const minPart = 0.3

/**
 * Returns a function that finds entries by the beginnings of their words, best first; if none has all that was typed, with
 * a typing error in short words and two in longer ones. A label counts more than other words.
 */
export function createFinder<Entry extends Findable>(entries: readonly Entry[]): (typed: string) => Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const index = new MiniSearch<Findable>({
    fields: ['label', 'words'],
    processTerm: fold,
    searchOptions: {
      combineWith: 'AND',
      boost: { label: 3 },
      prefix: true,
      fuzzy: (term) => (term.length < 3 ? false : 2), // two letters swapped are two errors here
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  })
  index.addAll([...byId.values()])
  return (typed) => {
    const text = typed.slice(0, 100)
    const asTyped = index.search(text, { fuzzy: false })
    const hits = asTyped.length > 0 ? asTyped : index.search(text).filter(hasOnlySlips)
    const enough = (hits[0]?.score ?? 0) * minPart
    return hits.flatMap(({ id, score }) => (score >= enough ? (byId.get(id) ?? []) : []))
  }
}

/** Whether each typed word is one of the entry's but for slips. What is only similar may be meant as a place. */
const hasOnlySlips = ({ queryTerms, terms }: SearchResult): boolean =>
  queryTerms.every((typed) =>
    terms.some((word) => word.startsWith(typed) || slipsBetween(typed, word) <= slipsIn(typed)),
  )

/** How many typing errors a word may have: one, and two in a long one. */
const slipsIn = (word: string): number => (word.length < 8 ? 1 : 2)

/** Counts letters that are missing, too many, wrong or swapped with the next one. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

/** Lower case without accents. */
const fold = (term: string): string => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
