/** A table as CSV (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export const writeCsv = (rows: (string | number | null)[][]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')

function writeCell(value: string | number | null): string {
  const text =
    typeof value === 'string' && /^[\s]*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
