/** A column that a list is sorted by; with a leading `-` the largest or last comes first. */
export type SortOrder<Column extends string> = Column | `-${Column}`

export type Sorting<Column extends string> = { column: Column; isDescending: boolean }

/** Reads an order; undefined for any other text. */
export function readSort<Column extends string>(text: string, columns: readonly Column[]): Sorting<Column> | undefined {
  const column = columns.find((each) => text === each || text === `-${each}`)
  return column && { column, isDescending: text === `-${column}` }
}

/** The order after a click on a column's head: its first one, then the other; undefined for the list's own. */
export function nextSort<Column extends string>(
  current: string,
  column: Column,
  startsDescending: boolean,
): SortOrder<Column> | undefined {
  const first: SortOrder<Column> = startsDescending ? `-${column}` : column
  const second: SortOrder<Column> = startsDescending ? column : `-${column}`
  if (current === first) return second
  return current === second ? undefined : first
}
