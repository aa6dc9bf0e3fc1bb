/** What a spreadsheet may run as a formula, at the start of a cell or after a semicolon, which separates cells too. */
const formulaStart = /(^|;)(?='*\s*[=+\-@\t\r\n＝＋－＠])/g

/**
 * Formats rows as CSV (RFC 4180). Prefixes text that a spreadsheet would run as a formula with an apostrophe, which
 * `readCell` removes.
 */
export const formatCsv = (rows: (string | number | null)[][]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

function formatCell(value: string | number | null): string {
  const text = typeof value === 'string' ? value.replace(formulaStart, "$1'") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text that `formatCsv` wrote into a cell. */
export const readCell = (cell: string): string => cell.replace(/(^|;)'(?='*\s*[=+\-@\t\r\n＝＋－＠])/g, '$1')
