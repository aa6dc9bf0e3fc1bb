import { formatCsv } from '@loadping/contract/format/csv'
import type { LedgerRow } from '../ledger/ledger-rows.ts'
import { boardName, fieldTexts } from './sent-texts.ts'

const columns = ['Time (UTC)', 'Board', 'Load', 'What', 'Fields', 'To', 'Why', 'Answer', 'Times', 'Last time (UTC)']

/** Returns the rows as CSV, each field with its value. */
export const ledgerCsv = (rows: LedgerRow[], names: Record<string, string>): string =>
  formatCsv([
    columns,
    ...rows.map((row) => [
      new Date(row.at).toISOString(),
      row.board === undefined ? null : boardName(row),
      row.load ?? null,
      row.what,
      fieldTexts(row, names)
        .map(([title, value]) => `${title}: ${value}`)
        .join('; '),
      `${row.method} ${row.to}${row.path}`,
      row.why,
      row.status ?? null,
      row.count,
      new Date(row.lastAt).toISOString(),
    ]),
  ])
