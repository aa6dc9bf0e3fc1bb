/**
 * Formats rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe, also
 * after a semicolon, which separates cells in some countries.
 */
export const formatCsv = (rows: (string | number | null)[][]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

function formatCell(value: string | number | null): string {
  const text =
    typeof value === 'string' ? value.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
