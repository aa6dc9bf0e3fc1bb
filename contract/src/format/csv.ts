/**
 * What a spreadsheet may run as a formula: a sign, also a full-width or small one, after characters that it may drop,
 * as spaces and those that print nothing.
 */
const formula = String.raw`'*[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫−]`

/** At the start of a cell or after a semicolon, which separates cells too. */
const formulaStart = new RegExp(`(^|;)(?=${formula})`, 'gu')
const markedStart = new RegExp(`(^|;)'(?=${formula})`, 'gu')

/**
 * Formats rows as CSV (RFC 4180). Prefixes text that a spreadsheet would run as a formula with an apostrophe, which
 * `readCell` removes.
 */
export const formatCsv = (rows: (string | number | null)[][]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** Most texts: they need neither a prefix nor quotes. */
const plainText = /^(?:[A-Za-z0-9][^;",\r\n]*)?$/

function formatCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  if (plainText.test(value)) return value
  const text = value.replace(formulaStart, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text that `formatCsv` wrote into a cell. */
export const readCell = (cell: string): string => cell.replace(markedStart, '$1')
