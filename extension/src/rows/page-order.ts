/** Orders rows as the user sees them: boards that scroll virtually reuse elements, whatever their order in the page. */
export function inPageOrder<T extends { element: Element }>(rows: readonly T[]): T[] {
  const places = rows.map((row) => ({ row, top: row.element.getBoundingClientRect().top }))
  return places.sort((one, other) => one.top - other.top).map(({ row }) => row)
}
