export type Mark<Key> = { start: number; end: number; key: Key }
export type Piece<Key> = { text: string; start: number; keys: Key[] }

/** Splits a text where marks begin and end. Of marks that overlap, the first one's text is marked for both. */
export function splitAtMarks<Key>(text: string, marks: Mark<Key>[]): Piece<Key>[] {
  const sorted = marks.filter(({ end }) => end <= text.length).toSorted((one, other) => one.start - other.start)
  const pieces: Piece<Key>[] = []
  let start = 0
  for (const { key, ...mark } of sorted) {
    const last = pieces.at(-1)
    if (last && last.keys.length > 0 && mark.start < start) {
      last.keys.push(key)
      continue
    }
    if (mark.start > start) pieces.push({ text: text.slice(start, mark.start), start, keys: [] })
    pieces.push({ text: text.slice(mark.start, mark.end), start: mark.start, keys: [key] })
    start = mark.end
  }
  return [...pieces, { text: text.slice(start), start: start + 0.5, keys: [] }]
}
