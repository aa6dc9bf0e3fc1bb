import { brand } from '@loadping/contract/brand'
import { formatCount } from '@loadping/contract/format/counts'
import { formatInstant } from '@loadping/contract/format/instants'
import type { ExportKind, Own } from './export-kinds.ts'

type Explained = { own: Own; requestedAt: Date; counts: ReadonlyMap<ExportKind, number> }

/** Says in plain words what each file of an export is, and what is in none. */
export function explainExport({ own, requestedAt, counts }: Explained): string {
  const width = Math.max(...[...counts.keys()].map(({ name }) => name.length)) + 2
  const files = [...counts].map(([{ name, about }, count]) => `${name.padEnd(width)}${about} (${formatCount(count)})`)
  return `This is everything that ${brand.name} stores of the account ${own.email},
asked for on ${formatInstant(requestedAt)}.

The folder csv has tables for spreadsheets, such as csv/loads.csv. The folder json has the same data exactly as it is
stored, such as json/loads.json, for programs and for moving to another service. What was added while the export was
made may be in one of them only.

Times are in UTC, such as 2026-11-20T19:41:00.000Z. Amounts whose name ends in Cents are in US cents. In the tables, an
apostrophe at the start of a cell keeps a spreadsheet from running it as a formula.

FILES, WITH THE NUMBER OF ROWS WHEN THE EXPORT BEGAN

${files.join('\n')}
photo${' '.repeat(width - 5)}photo.webp, your picture from Google or Outlook, if there is one

NOT IN HERE

Passwords, tokens, codes and links that work as a key: they would open your account to whoever reads this file.
What teammates wrote, saved and sent: it is theirs.
Copies and sums that are made from the files above, to find duplicates and to draw charts.
Invoices: they are at Stripe, under Billing, Manage in Stripe.
Whether you allow other services to measure your use, and drafts: your browser stores them, we don't.
The log of our servers: it has numbers for accounts and no texts, and is deleted by itself.
`.replaceAll('\n', '\r\n')
}
