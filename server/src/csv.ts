/**
 * Formats rows as CSV (RFC 4180). Prefixes text that a spreadsheet would run as a formula with an apostrophe.
 */
export const formatCsv = (rows: (string | number | null)[][]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

function formatCell(value: string | number | null): string {
  // A semicolon separates cells in some countries.
  const text =
    typeof value === 'string' ? value.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
