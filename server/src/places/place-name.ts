const letterA = 97

/** Returns the letters of a folded name as a set of bits. */
export function lettersOf(name: string): number {
  let letters = 0
  for (let index = 0; index < name.length; index++) {
    const letter = name.charCodeAt(index) - letterA
    if (letter >= 0 && letter < 26) letters |= 1 << letter
  }
  return letters
}

/** Whether the first set has at most 0, 1 or 2 letters that the second lacks: each takes an edit. */
export function hasAtMostMissing(max: number, letters: number, others: number): boolean {
  let rest = letters & ~others
  for (let count = 0; count < max; count++) rest &= rest - 1
  return rest === 0
}

const maxLength = 128
let beforeLast = new Int32Array(maxLength)
let last = new Int32Array(maxLength)
let current = new Int32Array(maxLength)

/**
 * Returns how many letters to change to get from the typed text to the name or its beginning; more than `max` counts as
 * `max + 1`.
 */
export function countEdits(typed: string, name: string, { max, isPrefix }: { max: number; isPrefix: boolean }): number {
  if (typed.length > name.length + max || (!isPrefix && name.length > typed.length + max)) return max + 1
  const length = Math.min(name.length, typed.length + max)
  for (let column = 0; column <= max + 1; column++) last[column] = column
  for (let row = 1; row <= typed.length; row++) {
    const best = fillRow(typed, name, { row, length, max })
    if (best > max) return max + 1
    ;[beforeLast, last, current] = [last, current, beforeLast]
    if (row === typed.length && isPrefix) return best
  }
  return Math.min(last[length] ?? 0, max + 1)
}

type Row = { row: number; length: number; max: number }

/** Fills the current row of the table of edits where they can be at most `max`; returns its smallest number. */
function fillRow(typed: string, name: string, { row, length, max }: Row): number {
  const letter = typed.charCodeAt(row - 1)
  const letterBefore = typed.charCodeAt(row - 2)
  const from = Math.max(1, row - max)
  const until = Math.min(length, row + max)
  let best = from === 1 ? row : max + 1
  current[from - 1] = best
  for (let column = from; column <= until; column++) {
    const other = name.charCodeAt(column - 1)
    const replaced = (last[column - 1] ?? 0) + (letter === other ? 0 : 1)
    const added = Math.min(last[column] ?? 0, current[column - 1] ?? 0) + 1
    let edits = replaced < added ? replaced : added
    const isSwap = row > 1 && column > 1 && letter === name.charCodeAt(column - 2) && letterBefore === other
    if (isSwap) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
    current[column] = edits
    if (edits < best) best = edits
  }
  current[until + 1] = max + 1
  return best
}
