/** The columns of a CSV file and the keys of a JSON file. */
export const contentFields = ['name', 'subject', 'template', 'cc', 'labels'] as const

/** Writes a list into one cell; an entry that holds a separator is in quotes. */
export const formatList = (entries: string[]): string =>
  entries.map((entry) => (/[",;]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(', ')

/** Reads a list from one cell, also one that a person typed with semicolons or on several lines. */
export const readList = (cell: string): string[] =>
  [...cell.matchAll(/"((?:[^"]|"")*)"|[^",;\r\n]+/g)]
    .map(([entry, quoted]) => quoted?.replaceAll('""', '"') ?? entry.trim())
    .filter(Boolean)
