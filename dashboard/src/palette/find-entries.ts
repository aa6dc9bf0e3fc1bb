import MiniSearch from 'minisearch'

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
      boost: { label: 3 },
      prefix: true,
      fuzzy: (term) => (term.length < 3 ? false : term.length < 5 ? 1 : 2),
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  })
  index.addAll([...byId.values()])
  return (typed) => {
    const text = typed.slice(0, 100)
    const asTyped = index.search(text, { fuzzy: false, combineWith: 'AND' })
    const hits = asTyped.length > 0 ? asTyped : index.search(text)
    const enough = (hits[0]?.score ?? 0) * minPart
    return hits.flatMap(({ id, score }) => (score >= enough ? (byId.get(id) ?? []) : []))
  }
}

/** Lower case without accents. */
const fold = (term: string): string => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
